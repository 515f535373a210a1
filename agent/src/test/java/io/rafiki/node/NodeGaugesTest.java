package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.Histogram;
import com.codahale.metrics.Timer;
import io.rafiki.workload.WindowGauges;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On Cassandra's own metrics registry, which publishes to this JVM's MBean server as a node's does. */
class NodeGaugesTest {

    private static final long SECOND = 1_000_000_000L;

    private final NodeGauges gauges = new NodeGauges(ManagementFactory.getPlatformMBeanServer());
    private final List<MetricName> registered = new ArrayList<>();

    @BeforeAll
    static void initialise() {
        DatabaseDescriptor.clientInitialization();
    }

    @AfterEach
    void forget() {
        registered.forEach(CassandraMetricsRegistry.Metrics::remove);
    }

    @Test
    void aNodeWithoutMetricsHasNoGauges() {
        gauges.follow("shop");
        assertThat(gauges.read(0)).isEqualTo(WindowGauges.UNKNOWN);
    }

    @Test
    void readsTheTailOfClientsRequestsAndWhatWaits() {
        for (int i = 0; i < 1_000; i++) {
            request("Read").update(Duration.ofNanos(i < 980 ? 400_000 : 30_000_000));
            request("Write").update(Duration.ofNanos(200_000));
        }
        gauge("type=ThreadPools,path=request,scope=ReadStage,name=PendingTasks", new AtomicInteger(3));
        gauge("type=ThreadPools,path=request,scope=MutationStage,name=PendingTasks", new AtomicInteger(5));
        gauge(
                "type=ThreadPools,path=transport,scope=Native-Transport-Requests,name=PendingTasks",
                new AtomicInteger(7));
        WindowGauges read = gauges.read(0);
        assertThat(read.readP99Micros())
                .as("Cassandra's buckets are a fifth wide")
                .isCloseTo(30_000, within(6_000.0));
        assertThat(read.writeP99Micros()).isCloseTo(200, within(40.0));
        assertThat(read.pendingReads()).isEqualTo(3);
        assertThat(read.pendingWrites()).isEqualTo(5);
        assertThat(read.pendingRequests()).isEqualTo(7);
    }

    /** It walks all tables of a node, which may be ten thousand. */
    @Test
    void pendingCompactionsAreAskedForEachTenSeconds() {
        AtomicInteger pending = new AtomicInteger(4);
        gauge("type=Compaction,name=PendingTasks", pending);
        assertThat(gauges.read(SECOND).pendingCompactions()).isEqualTo(4);
        pending.set(9);
        assertThat(gauges.read(10 * SECOND).pendingCompactions()).isEqualTo(4);
        assertThat(gauges.read(11 * SECOND).pendingCompactions()).isEqualTo(9);
    }

    @Test
    void sstablesPerReadAreThoseOfTheKeyspaceThatIsReadMost() {
        gauges.follow("shop");
        gauges.follow("attic");
        look("shop", 0, 2);
        look("attic", 500, 9);
        assertThat(gauges.read(0).sstablesPerRead())
                .as("nothing to compare with")
                .isNaN();
        look("shop", 100, 2);
        look("attic", 1, 9);
        assertThat(gauges.read(SECOND).sstablesPerRead())
                .as("what the keyspaces had before does not count")
                .isEqualTo(2);
        assertThat(gauges.read(2 * SECOND).sstablesPerRead()).as("nobody reads").isNaN();
        look("attic", 50, 9);
        assertThat(gauges.read(3 * SECOND).sstablesPerRead()).isCloseTo(9, within(1.0));
    }

    private Timer request(String scope) {
        return CassandraMetricsRegistry.Metrics.timer(name("type=ClientRequest,scope=" + scope + ",name=Latency"));
    }

    private void gauge(String keys, AtomicInteger value) {
        CassandraMetricsRegistry.Metrics.register(name(keys), (Gauge<Integer>) value::get);
    }

    private void look(String keyspace, int reads, int sstables) {
        Histogram histogram = CassandraMetricsRegistry.Metrics.histogram(
                name("type=Keyspace,keyspace=" + keyspace + ",name=SSTablesPerReadHistogram"), true);
        for (int i = 0; i < reads; i++) {
            histogram.update(sstables);
        }
    }

    private MetricName name(String keys) {
        MetricName name = new MetricName(
                "org.apache.cassandra.metrics", "Test", keys, null, "org.apache.cassandra.metrics:" + keys);
        registered.add(name);
        return name;
    }
}
