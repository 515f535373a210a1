package io.rafiki.trainer.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Map;
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

        try (TunerConsole tuner = TunerConsole.connect("127.0.0.1", port, null, null)) {
            assertThat(tuner.get("Workload")).isEqualTo(Map.of("readRatio", 0.75));
        }
    }

    @Test
    void passesTheTunersRefusalOn() throws Exception {
        beans.registerMBean(new StandardMBean(new OneFact(), Fact.class), new ObjectName("io.rafiki:type=Tuner"));

        try (TunerConsole tuner = TunerConsole.connect("127.0.0.1", port, null, null)) {
            assertThatThrownBy(() -> tuner.invoke("rollback", new Object[0], new String[0]))
                    .isInstanceOf(ConsoleException.class)
                    .hasMessage("nothing was applied");
        }
    }

    @Test
    void explainsHowToAddTheAgent() {
        assertThatThrownBy(() -> TunerConsole.connect("127.0.0.1", port, null, null))
                .isInstanceOf(ConsoleException.class)
                .hasMessageContaining("-javaagent:")
                .hasMessageNotContaining("\n");
    }

    @Test
    void namesTheAddressThatDoesNotAnswer() throws IOException {
        int closed = freePort();

        assertThatThrownBy(() -> TunerConsole.connect("127.0.0.1", closed, null, null))
                .isInstanceOf(ConsoleException.class)
                .hasMessageStartingWith("127.0.0.1:" + closed)
                .hasMessageContaining("-p JMXPORT");
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
    }
}
