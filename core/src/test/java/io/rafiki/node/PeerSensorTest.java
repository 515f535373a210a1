package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.PeerWindow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PeerSensorTest {

    private static final long WINDOW = 10_000_000_000L;

    /** In milliseconds. */
    private static final long HALF_OF_A_WINDOW = 5_000;

    private static final String METRICS = "org.apache.cassandra.metrics:type=";

    private final MBeanServer node = MBeanServerFactory.newMBeanServer();
    private final Map<String, Beans.Metric> metrics = new HashMap<>();
    private OptionalLong compiled = OptionalLong.empty();
    private final PeerSensor sensor = new PeerSensor(
            node, Path.of("/proc/none"), new JvmWarmUp(() -> compiled, Duration.ofSeconds(10)), 10, 1_000);
    private long nanoTime;

    @BeforeEach
    void registerTheNodesMetrics() throws JMException {
        for (String name : List.of("ReadLatency", "WriteLatency", "ReadTotalLatency", "WriteTotalLatency")) {
            register(METRICS + "Table,name=" + name);
        }
        for (String request : List.of("Read", "RangeSlice", "Write", "CASRead", "CASWrite")) {
            for (String name : List.of("Latency", "Timeouts", "Failures", "Unavailables")) {
                register(client(request, name));
            }
        }
        register(METRICS + "Compaction,name=PendingTasks");
        register("java.lang:type=OperatingSystem");
    }

    /** A serial read counts as a read too. */
    @Test
    void theReadRatioIncludesRangeReadsAndLightweightTransactions() throws NodeException {
        assertThat(sensor.next(nanoTime)).isEmpty();
        add(client("Read", "Latency"), 1_000);
        add(client("CASRead", "Latency"), 500);
        add(client("RangeSlice", "Latency"), 1_000);
        add(client("Write", "Latency"), 2_000);
        add(client("CASWrite", "Latency"), 4_000);
        PeerWindow window = window();
        assertThat(window.readRatio()).isEqualTo(0.25);
        assertThat(window.replicaReadRatio()).isEqualTo(0.4);
    }

    @Test
    void eachFailedRequestCountsOnce() throws NodeException {
        assertThat(sensor.next(nanoTime)).isEmpty();
        add(client("RangeSlice", "Unavailables"), 1);
        add(client("CASWrite", "Failures"), 3);
        assertThat(window().errors()).isEqualTo(4);
        add(client("Read", "Timeouts"), 5);
        add(client("CASRead", "Timeouts"), 2);
        assertThat(window().errors()).as("the serial reads are among the reads").isEqualTo(5);
        add(client("CASRead", "Timeouts"), 2);
        assertThat(window().errors()).as("version 2 of Paxos").isEqualTo(2);
    }

    /** It is slower meanwhile, and would make other nodes look better. */
    @Test
    void noWindowBeginsBeforeTheJvmHasCompiled() throws NodeException {
        for (int i = 0; i < 4; i++) {
            compiled = OptionalLong.of(i * HALF_OF_A_WINDOW);
            assertThat(next()).isEmpty();
        }
        assertThat(next()).as("the first one begins").isEmpty();
        assertThat(next()).isPresent();
        compiled = OptionalLong.of(10 * HALF_OF_A_WINDOW);
        assertThat(next()).as("later compilation").isPresent();
    }

    @Test
    void aJvmThatCompilesForLongHasWindowsAfterTwelveOfThem() throws NodeException {
        for (int i = 0; i <= 12; i++) {
            compiled = OptionalLong.of(i * HALF_OF_A_WINDOW);
            assertThat(next()).isEmpty();
        }
        assertThat(next()).isPresent();
    }

    private PeerWindow window() throws NodeException {
        return next().orElseThrow();
    }

    /** The window after 4,000 reads and 6,000 writes on replicas. */
    private Optional<PeerWindow> next() throws NodeException {
        add(METRICS + "Table,name=ReadLatency", 4_000);
        add(METRICS + "Table,name=WriteLatency", 6_000);
        nanoTime += WINDOW;
        return sensor.next(nanoTime);
    }

    private void add(String name, long more) {
        metrics.get(name).count += more;
    }

    private static String client(String request, String name) {
        return METRICS + "ClientRequest,scope=" + request + ",name=" + name;
    }

    private void register(String name) throws JMException {
        Beans.Metric metric = new Beans.Metric();
        node.registerMBean(new StandardMBean(metric, Beans.MetricMBean.class), new ObjectName(name));
        metrics.put(name, metric);
    }
}
