package io.rafiki.agent.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.decision.Change;
import io.rafiki.decision.Mode;
import io.rafiki.decision.Plan;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Cost;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Gain;
import io.rafiki.workload.Pace;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowState;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.Attribute;
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
    private final Recorder operator = new Recorder();
    private JMXConnectorServer listener;
    private JMXConnector client;
    private MBeanServerConnection console;
    private ObjectName name;

    @BeforeEach
    void connect() throws Exception {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        TunerBean.register(server, operator);
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
        assertThat(info.getAttributes()).hasSize(13).allSatisfy(attribute -> {
            assertThat(attribute.getDescription()).hasSizeGreaterThan(20);
            assertThat(attribute.getType())
                    .matches("java\\.lang\\.String|int|long|(\\[L)?javax\\.management\\.openmbean\\.CompositeData;?");
            assertThat(attribute.isWritable()).isEqualTo(attribute.getName().equals("Mode"));
        });
        assertThat(info.getOperations())
                .extracting("name")
                .containsExactly(
                        "propose", "apply", "rollback", "hold", "resume", "stop", "setMode", "reloadModel", "history");
        assertThat(info.getOperations()).allSatisfy(operation -> {
            assertThat(operation.getDescription()).hasSizeGreaterThan(10);
            assertThat(operation.getSignature()).allSatisfy(parameter -> assertThat(parameter.getDescription())
                    .isNotBlank());
        });
    }

    @Test
    void showsTheStateAsOpenData() throws Exception {
        assertThat(console.getAttribute(name, "Mode")).isEqualTo("approve");
        assertThat(console.getAttribute(name, "Status")).isEqualTo("approve: awaits apply");
        CompositeData workload = (CompositeData) console.getAttribute(name, "Workload");
        assertThat(workload.get("readRatio")).isEqualTo(0.75);
        assertThat(workload.get("state")).isEqualTo("valid");
        assertThat(workload.get("windowEnd")).isEqualTo("2026-11-21T10:15:30Z");
        CompositeData proposed = (CompositeData) console.getAttribute(name, "ProposedConfiguration");
        assertThat(proposed.get("concurrent_writes")).isEqualTo("64");
        CompositeData decision = (CompositeData) console.getAttribute(name, "LastDecision");
        assertThat(decision.get("id")).isEqualTo("d42");
        assertThat(decision.get("gainPercent")).isEqualTo(12.5);
        assertThat(((CompositeData) console.getAttribute(name, "Model")).get("loader"))
                .isEqualTo("direct");
        assertThat(((CompositeData) console.getAttribute(name, "Configuration")).get("concurrent_writes"))
                .isEqualTo("32");
        CompositeData knob = ((CompositeData[]) console.getAttribute(name, "Knobs"))[0];
        assertThat(knob.getAll(new String[] {"knob", "yaml", "ours", "proposed", "setBy"}))
                .containsExactly("concurrent_writes", "32", null, "64", "start");
        assertThat(console.getAttribute(name, "Applied")).isEqualTo(3L);
        assertThat(console.getAttribute(name, "Faults")).isEqualTo(1);
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
        console.invoke(name, "rollback", new Object[0], new String[0]);
        console.invoke(name, "hold", new Object[] {"backup"}, new String[] {text});
        console.invoke(name, "resume", null, null);
        console.invoke(name, "setMode", new Object[] {"auto"}, new String[] {text});
        console.setAttribute(name, new Attribute("Mode", "observe"));
        assertThat(console.invoke(name, "reloadModel", new Object[] {""}, new String[] {text}))
                .isEqualTo("loaded");
        CompositeData[] history =
                (CompositeData[]) console.invoke(name, "history", new Object[] {2}, new String[] {"int"});
        assertThat(history).hasSize(2);
        assertThat(history[0].get("readBack")).isEqualTo("ok");
        assertThat(history[0].get("verdict")).isEqualTo("better: a request takes 400 us");
        assertThat(operator.said)
                .containsExactly(
                        "propose",
                        "apply d42",
                        "rollback",
                        "hold backup",
                        "resume",
                        "setMode auto",
                        "setMode observe",
                        "reloadModel ",
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
        assertThatThrownBy(() -> TunerBean.register(server, operator)).hasMessageContaining("io.rafiki:type=Tuner");
    }

    /** Writes down what it is told. */
    private static final class Recorder implements Operator {

        private static final KnobSpace SPACE =
                new KnobSpace(List.of(new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32)));

        final List<String> said = new ArrayList<>();
        boolean empty;
        boolean refuses;

        @Override
        public Status status() {
            Configuration better = SPACE.defaults().with("concurrent_writes", 64);
            Plan plan = new Plan(
                    SPACE.defaults(),
                    better,
                    List.of(new Change("concurrent_writes", 32L, 64L, Cost.INSTANT)),
                    0.75,
                    new Gain(0.125, 0.01));
            Window window = new Window(
                    Instant.parse("2026-11-21T10:15:00Z"),
                    Duration.ofSeconds(30),
                    750,
                    250,
                    0,
                    1,
                    Pace.even(1_000 / 30.0),
                    WindowState.VALID,
                    "");
            return new Status(
                    Mode.APPROVE,
                    "approve: awaits apply",
                    empty ? Optional.empty() : Optional.of(window),
                    empty ? Optional.empty() : Optional.of(plan),
                    empty ? Optional.empty() : Optional.of(decided()),
                    empty ? Map.of() : Map.of("loader", "direct"),
                    empty ? Optional.empty() : Optional.of("rewriting for [d42]"),
                    7,
                    3,
                    0,
                    1,
                    new Past(Instant.EPOCH, List.of(), List.of(), empty ? List.of() : List.of(knob())));
        }

        private static KnobState knob() {
            return new KnobState("concurrent_writes", "32", "32", Optional.empty(), "start", Instant.EPOCH, "live", 32);
        }

        @Override
        public Map<String, String> configuration() {
            return Map.of("concurrent_writes", "32");
        }

        @Override
        public Decided propose() {
            said.add("propose");
            return decided();
        }

        @Override
        public Decided apply(String id) {
            said.add("apply " + id);
            return decided();
        }

        @Override
        public Decided rollback() {
            if (refuses) {
                throw new IllegalStateException("nothing to roll back", new RuntimeException("inner"));
            }
            said.add("rollback");
            return decided();
        }

        @Override
        public void hold(String reason) {
            said.add("hold " + reason);
        }

        @Override
        public void resume() {
            said.add("resume");
        }

        @Override
        public String stop() {
            said.add("stop");
            return "stopped";
        }

        @Override
        public void setMode(String mode) {
            said.add("setMode " + mode);
        }

        @Override
        public String reloadModel(String path) {
            said.add("reloadModel " + path);
            return "loaded";
        }

        @Override
        public List<Decided> history(int n) {
            said.add("history " + n);
            return List.of(decided(), decided());
        }

        private static Decided decided() {
            return new Decided(
                    42,
                    Instant.parse("2026-11-21T10:15:31Z"),
                    "apply",
                    "predicted gain",
                    12.5,
                    1,
                    0.75,
                    "concurrent_writes=64",
                    "concurrent_writes 32 -> 64",
                    "ok",
                    "better: a request takes 400 us");
        }
    }
}
