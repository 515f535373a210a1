package io.rafiki.agent.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.control.Operator;
import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.InvalidAttributeValueException;
import javax.management.JMX;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Everything goes through a real JMX connection on the loopback, as jconsole's would. */
class TunerBeanTest {

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final RecordingOperator operator = new RecordingOperator();
    private JMXConnectorServer listener;
    private JMXConnector client;
    private MBeanServerConnection console;
    private ObjectName name;

    @BeforeEach
    void connect() throws Exception {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        ConsoleBean.register(server, operator);
        listener = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi://127.0.0.1"), null, server);
        listener.start();
        client = JMXConnectorFactory.connect(listener.getAddress());
        console = client.getMBeanServerConnection();
        name = new ObjectName("io.rafiki:type=Tuner");
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        listener.stop();
    }

    @Test
    void everyAttributeAndOperationIsDescribedAndOfAnOpenType() throws Exception {
        MBeanInfo info = console.getMBeanInfo(name);
        assertThat(info.getAttributes()).hasSize(18).allSatisfy(attribute -> {
            assertThat(attribute.getDescription()).hasSizeGreaterThan(20);
            assertThat(attribute.getType())
                    .matches("java\\.lang\\.(String|Long)|(\\[L)?javax\\.management\\.openmbean\\.CompositeData;?");
            assertThat(attribute.isWritable()).isEqualTo(attribute.getName().equals("Mode"));
        });
        assertThat(info.getOperations())
                .extracting("name")
                .containsExactly(
                        "propose",
                        "apply",
                        "apply",
                        "rollback",
                        "rollback",
                        "pause",
                        "resume",
                        "stop",
                        "setMode",
                        "reloadModel",
                        "export",
                        "history");
        assertThat(info.getOperations()).allSatisfy(operation -> {
            assertThat(operation.getDescription()).hasSizeGreaterThan(10);
            assertThat(operation.getSignature()).allSatisfy(parameter -> assertThat(parameter.getDescription())
                    .isNotBlank());
        });
    }

    @Test
    void showsTheStateAsOpenData() throws Exception {
        assertThat(console.getAttribute(name, "Mode")).isEqualTo("approve");
        assertThat(console.getAttribute(name, "Status"))
                .isEqualTo("approve: [d42] apply: predicted gain 12.5 % ± 1.0 %; read back: ok");
        CompositeData workload = (CompositeData) console.getAttribute(name, "Workload");
        assertThat(workload.get("readRatio")).isEqualTo(0.75);
        assertThat(workload.get("state")).isEqualTo("valid");
        assertThat(workload.get("windowEnd")).isEqualTo("2026-11-21T10:15:30Z");
        CompositeData proposed = (CompositeData) console.getAttribute(name, "ProposedConfiguration");
        assertThat(proposed.get("concurrent_writes")).isEqualTo("64");
        CompositeData decision = (CompositeData) console.getAttribute(name, "LastDecision");
        assertThat(decision.get("id")).isEqualTo("d42");
        assertThat(decision.get("gainPercent")).isEqualTo(12.5);
        assertThat(((CompositeData) decision.get("workload")).getAll(new String[] {"readRatio", "scanShare"}))
                .containsExactly(0.75, 0.0);
        assertThat(((CompositeData) console.getAttribute(name, "Model")).get("engine"))
                .isEqualTo("compiled");
        assertThat(((CompositeData) console.getAttribute(name, "Configuration")).get("concurrent_writes"))
                .isEqualTo("32");
        CompositeData knob = ((CompositeData[]) console.getAttribute(name, "Knobs"))[0];
        assertThat(knob.getAll(new String[] {"knob", "yaml", "ours", "proposed", "setBy"}))
                .containsExactly("concurrent_writes", "32", null, "64", "start");
        assertThat(console.getAttribute(name, "PlansApplied")).isEqualTo(3L);
        assertThat(console.getAttribute(name, "TickErrors")).isEqualTo(1L);
    }

    @Test
    void whatIsNotThereIsNull() throws Exception {
        operator.empty = true;
        for (String attribute : List.of("Workload", "ProposedConfiguration", "LastDecision", "Model")) {
            assertThat(console.getAttribute(name, attribute)).as(attribute).isNull();
        }
    }

    @Test
    void passesVerbsOn() throws Exception {
        String text = String.class.getName();
        console.invoke(name, "propose", null, null);
        console.invoke(name, "apply", new Object[] {"d42"}, new String[] {text});
        console.invoke(name, "apply", new Object[] {"d42", "rewrites_data"}, new String[] {text, text});
        console.invoke(name, "rollback", new Object[0], new String[0]);
        console.invoke(name, "rollback", new Object[] {"d41"}, new String[] {text});
        console.invoke(name, "pause", new Object[] {"backup"}, new String[] {text});
        console.invoke(name, "resume", null, null);
        console.invoke(name, "setMode", new Object[] {"auto"}, new String[] {text});
        console.setAttribute(name, new Attribute("Mode", "observe"));
        assertThat(console.invoke(name, "reloadModel", new Object[] {""}, new String[] {text}))
                .isEqualTo("loaded");
        assertThat(console.invoke(name, "export", new Object[] {"d42", "alter"}, new String[] {text, text}))
                .isEqualTo("exported");
        CompositeData[] history =
                (CompositeData[]) console.invoke(name, "history", new Object[] {2}, new String[] {"int"});
        assertThat(history).hasSize(2);
        assertThat(history[0].get("readBack")).isEqualTo("ok");
        assertThat(history[0].get("verdict"))
                .isEqualTo("better: mean latency 0.40 ms, -20 % against 0.50 ms before the change; throughput +0 %");
        assertThat(operator.said)
                .containsExactly(
                        "propose",
                        "apply d42",
                        "apply d42rewrites_data",
                        "rollback",
                        "rollbackd41",
                        "pause backup",
                        "resume",
                        "setMode auto",
                        "setMode observe",
                        "reloadModel ",
                        "export d42 alter",
                        "history 2");
    }

    @Test
    void aRefusalReachesTheClientAsOneLineOfPlainJava() {
        operator.refuses = true;
        assertThatThrownBy(() -> console.invoke(name, "rollback", null, null))
                .isInstanceOf(MBeanException.class)
                .hasMessage("nothing to roll back")
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("nothing to roll back")
                .hasNoCause();
    }

    @Test
    void aRefusedModeReachesTheClientAsOneLineOfPlainJava() throws Exception {
        operator.refuses = true;
        Attribute mode = new Attribute("Mode", "auto");
        assertThatThrownBy(() -> console.setAttribute(name, mode))
                .isInstanceOf(InvalidAttributeValueException.class)
                .hasMessage("the journal is not writable")
                .hasNoCause();
        assertThat(console.setAttributes(name, new AttributeList(List.of(mode))))
                .as("the attributes that were set")
                .isEmpty();
    }

    @Test
    void argumentsThatDoNotMatchTheParametersAreRefused() {
        String text = String.class.getName();
        assertThatThrownBy(() -> console.invoke(name, "apply", new Object[] {"d42"}, new String[] {text, text}))
                .isInstanceOf(MBeanException.class)
                .hasMessage("apply: expected an argument for each of [id, allow], found 1.");
        assertThatThrownBy(() -> console.invoke(name, "pause", null, new String[] {text}))
                .isInstanceOf(MBeanException.class)
                .hasMessage("pause: expected an argument for each of [reason], found 0.");
        assertThatThrownBy(() -> console.invoke(name, "history", new Object[] {null}, new String[] {"int"}))
                .isInstanceOf(MBeanException.class)
                .hasMessage("history: expected int for n, found null.");
        assertThatThrownBy(() -> console.invoke(name, "pause", new Object[] {5}, new String[] {text}))
                .isInstanceOf(MBeanException.class)
                .hasMessage("pause: expected java.lang.String for reason, found 5.");
        assertThat(operator.said).isEmpty();
    }

    @Test
    void unknownNamesAreRefused() {
        assertThatThrownBy(() -> console.getAttribute(name, "Nonsense")).hasMessageContaining("Nonsense");
        assertThatThrownBy(() -> console.invoke(name, "destroy", null, null)).hasMessageContaining("destroy");
        assertThatThrownBy(() -> console.setAttribute(name, new Attribute("Status", "fine")))
                .hasMessageContaining("no writable attribute Status");
    }

    @Test
    void isThereOncePerNode() {
        assertThat(JMX.isMXBeanInterface(Operator.class)).isFalse();
        assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(name))
                .isFalse();
        assertThatThrownBy(() -> ConsoleBean.register(server, operator)).hasMessageContaining("io.rafiki:type=Tuner");
    }
}
