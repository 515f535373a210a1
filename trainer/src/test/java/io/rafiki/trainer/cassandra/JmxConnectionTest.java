package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rafiki.trainer.ycsb.DeadlineException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Uses a separate JVM, which the test stops and continues by signals. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JmxConnectionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @TempDir
    private Path folder;

    private int port;
    private Process node;

    @BeforeEach
    void start() throws Exception {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path program = Files.writeString(
                folder.resolve("Sleeper.java"),
                """
                public class Sleeper {
                    public interface ClockMXBean {
                        int sleep(int seconds) throws Exception;
                    }
                    public static class Clock implements ClockMXBean {
                        public int sleep(int seconds) throws Exception {
                            Thread.sleep(1000L * seconds);
                            return seconds;
                        }
                    }
                    public static void main(String[] args) throws Exception {
                        java.lang.management.ManagementFactory.getPlatformMBeanServer()
                                .registerMBean(new Clock(), new javax.management.ObjectName("test:type=Clock"));
                        System.out.println("ready");
                        Thread.sleep(Long.MAX_VALUE);
                    }
                }
                """);
        node = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dcom.sun.management.jmxremote.port=" + port,
                        "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                        "-Djava.rmi.server.hostname=127.0.0.1",
                        // a test JVM on the loopback interface
                        "-Dcom.sun.management.jmxremote.authenticate=false",
                        "-Dcom.sun.management.jmxremote.ssl=false",
                        program.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(node.inputReader().readLine()).isEqualTo("ready");
        // the first connection of a JVM takes its time on both sides
        JmxConnection.connect("127.0.0.1", port, Map.of(), Reconnection.NEVER, Duration.ofSeconds(30))
                .close();
    }

    @AfterEach
    void end() throws Exception {
        node.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }

    @Test
    void waitsForAnOperationThatTakesLongButNotForANodeThatHangs() throws Exception {
        ObjectName clock = new ObjectName("test:type=Clock");
        String[] signature = {int.class.getName()};
        try (JmxConnection connection =
                JmxConnection.connect("127.0.0.1", port, Map.of(), Reconnection.NEVER, PATIENCE)) {
            assertThat(connection.beans().invoke(clock, "sleep", new Object[] {3}, signature))
                    .isEqualTo(3);

            signal("STOP");
            assertThatThrownBy(() -> connection.beans().getMBeanCount())
                    .isInstanceOf(DeadlineException.class)
                    .hasMessage("JMX: expected an answer from 127.0.0.1:" + port
                            + " within 2 s, found none: the node hangs.");
            assertThatThrownBy(() -> JmxConnection.connect("127.0.0.1", port, Map.of(), Reconnection.NEVER, PATIENCE))
                    .isInstanceOf(DeadlineException.class);

            signal("CONT");
            assertThat(connection.beans().getMBeanCount()).isPositive();
            signal("STOP");
        }
    }

    @Test
    void passesOnRefusals() throws Exception {
        try (JmxConnection connection =
                JmxConnection.connect("127.0.0.1", port, Map.of(), Reconnection.NEVER, PATIENCE)) {
            assertThatThrownBy(() -> connection.beans().getAttribute(new ObjectName("test:type=Other"), "None"))
                    .isInstanceOf(javax.management.InstanceNotFoundException.class);
            node.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            assertThatThrownBy(() -> connection.beans().getMBeanCount()).isInstanceOf(IOException.class);
        } catch (IOException closing) {
            // the node is gone
            assertThat(node.isAlive()).isFalse();
        }
    }

    /** A lost node costs one call the patience of all attempts, and each further call one attempt. */
    @Test
    void aNodeThatStaysLostIsSetAside() throws Exception {
        Reconnection brief = new Reconnection(Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofSeconds(2));
        JmxConnection connection = JmxConnection.connect("127.0.0.1", port, Map.of(), brief, Duration.ofSeconds(30));
        node.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        AtomicInteger attempts = new AtomicInteger();
        try (ServerSocket other = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
            countConnections(other, attempts);
            assertThatThrownBy(() -> connection.beans().getMBeanCount()).isInstanceOf(IOException.class);
            assertThat(attempts.getAndSet(0)).isGreaterThan(5);
            assertThatThrownBy(() -> connection.beans().getMBeanCount()).isInstanceOf(IOException.class);
            assertThat(attempts.get()).isBetween(1, 2);
        }
    }

    /** Accepts connections until the socket is closed, and ends each of them. */
    private static void countConnections(ServerSocket socket, AtomicInteger count) {
        Thread thread = new Thread(() -> {
            while (!socket.isClosed()) {
                try {
                    Socket accepted = socket.accept();
                    count.incrementAndGet();
                    accepted.close();
                } catch (IOException e) {
                    // the test has ended
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void signal(String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(node.pid()))
                        .start()
                        .waitFor())
                .isZero();
        await().atMost(PATIENCE.multipliedBy(5)).until(() -> isStopped() == name.equals("STOP"));
    }

    /** Whether all threads of the node are stopped (state T of proc(5)). The kernel delivers a signal to a thread when it next runs. */
    private boolean isStopped() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + node.pid() + "/task"))) {
            return threads.allMatch(thread -> state(thread) == 'T');
        }
    }

    private static char state(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
