package io.rafiki.trainer.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.cassandra.JmxLogin;
import io.rafiki.trainer.cassandra.Reconnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TunerConsoleTest {

    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();
    private int port;
    private Registry registry;
    private JMXConnectorServer server;

    @BeforeEach
    void serveJmxAsANodeDoes() throws IOException {
        port = freePort();
        registry = LocateRegistry.createRegistry(port);
        serve();
    }

    private void serve() throws IOException {
        server = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi"), Map.of(), beans);
        server.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.stop();
        UnicastRemoteObject.unexportObject(registry, true);
    }

    @Test
    void readsCompositeDataAsAMap() throws Exception {
        beans.registerMBean(new StandardMBean(new OneFact(), Fact.class), new ObjectName("io.rafiki:type=Tuner"));

        try (TunerConsole tuner = TunerConsole.connect("127.0.0.1", port, JmxLogin.NONE)) {
            assertThat(tuner.get("Workload")).isEqualTo(Map.of("readRatio", 0.75));
        }
    }

    @Test
    void passesTheTunersRefusalOn() throws Exception {
        beans.registerMBean(new StandardMBean(new OneFact(), Fact.class), new ObjectName("io.rafiki:type=Tuner"));

        try (TunerConsole tuner = TunerConsole.connect("127.0.0.1", port, JmxLogin.NONE)) {
            assertThatThrownBy(() -> tuner.invoke("rollback", new Object[0], new String[0]))
                    .isInstanceOf(ConsoleException.class)
                    .hasMessage("nothing was applied");
        }
    }

    @Test
    void explainsHowToAddTheAgent() {
        assertThatThrownBy(() -> TunerConsole.connect("127.0.0.1", port, JmxLogin.NONE))
                .isInstanceOf(ConsoleException.class)
                .hasMessageContaining("-javaagent:")
                .hasMessageNotContaining("\n");
    }

    @Test
    void namesTheAddressThatDoesNotAnswer() throws IOException {
        int closed = freePort();

        assertThatThrownBy(() -> TunerConsole.connect("127.0.0.1", closed, JmxLogin.NONE))
                .isInstanceOf(ConsoleException.class)
                .hasMessageStartingWith("127.0.0.1:" + closed)
                .hasMessageContaining("-p JMXPORT");
    }

    @Test
    void aLongCommandContinuesAfterARestartOfTheNode() throws Exception {
        ObjectName name = new ObjectName("io.rafiki:type=Tuner");
        beans.registerMBean(new StandardMBean(new OneFact(), Fact.class), name);
        Reconnection patient = new Reconnection(Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofMinutes(1));

        try (TunerConsole tuner = TunerConsole.connect("127.0.0.1", port, JmxLogin.NONE, patient)) {
            server.stop();
            beans.unregisterMBean(name);
            CompletableFuture<Object> workload = CompletableFuture.supplyAsync(() -> tuner.get("Workload"));
            CompletableFuture<Object> query =
                    CompletableFuture.supplyAsync(() -> tuner.query("again", new Object[0], new String[0]));
            serve();
            assertThat(workload).isNotDone();
            beans.registerMBean(new StandardMBean(new OneFact(), Fact.class), name);

            assertThat(workload.get(30, TimeUnit.SECONDS)).isEqualTo(Map.of("readRatio", 0.75));
            assertThat(query.get(30, TimeUnit.SECONDS)).isEqualTo("again");
        }
    }

    @Test
    void anOperationIsNotRepeatedAfterALoss() throws Exception {
        beans.registerMBean(new StandardMBean(new OneFact(), Fact.class), new ObjectName("io.rafiki:type=Tuner"));
        Reconnection patient = new Reconnection(Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofMinutes(1));

        try (TunerConsole tuner = TunerConsole.connect("127.0.0.1", port, JmxLogin.NONE, patient)) {
            server.stop();
            assertThatThrownBy(() -> tuner.invoke("again", new Object[0], new String[0]))
                    .isInstanceOf(ConsoleException.class)
                    .hasMessageEndingWith("run 'rafiki status -h 127.0.0.1 -p " + port + "'.");
            serve();
            assertThat(tuner.get("Workload")).isEqualTo(Map.of("readRatio", 0.75));
        }
    }

    /** A read executes nothing, so its loss needs no check of the node. */
    @Test
    void aLostReadIsToBeTriedAgain() throws Exception {
        beans.registerMBean(new StandardMBean(new OneFact(), Fact.class), new ObjectName("io.rafiki:type=Tuner"));

        try (TunerConsole tuner = TunerConsole.connect("127.0.0.1", port, JmxLogin.NONE)) {
            server.stop();
            assertThatThrownBy(() -> tuner.get("Workload"))
                    .isInstanceOf(ConsoleException.class)
                    .hasMessageContaining("the connection was lost")
                    .hasMessageNotContaining("may have executed");
            serve();
        }
    }

    @Test
    void anAgentThatIsGoneIsReportedAtOnceByAShortCommand() throws Exception {
        ObjectName name = new ObjectName("io.rafiki:type=Tuner");
        beans.registerMBean(new StandardMBean(new OneFact(), Fact.class), name);

        try (TunerConsole tuner = TunerConsole.connect("127.0.0.1", port, JmxLogin.NONE)) {
            beans.unregisterMBean(name);
            assertThatThrownBy(() -> tuner.get("Workload")).isInstanceOf(ConsoleException.class);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** What the test's bean offers. */
    public interface Fact {
        CompositeData getWorkload() throws OpenDataException;

        void rollback();

        String again();
    }

    private static final class OneFact implements Fact {
        @Override
        public CompositeData getWorkload() throws OpenDataException {
            CompositeType type = new CompositeType(
                    "Workload",
                    "Workload",
                    new String[] {"readRatio"},
                    new String[] {"share of reads"},
                    new OpenType<?>[] {SimpleType.DOUBLE});
            return new CompositeDataSupport(type, Map.of("readRatio", 0.75));
        }

        @Override
        public void rollback() {
            throw new IllegalStateException("nothing was applied");
        }

        @Override
        public String again() {
            return "again";
        }
    }
}
