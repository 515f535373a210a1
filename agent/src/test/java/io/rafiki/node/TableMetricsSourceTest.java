package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Timer;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.TableCounts;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CassandraMetricsRegistry.MetricName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On Cassandra's own metrics registry, which publishes to this JVM's MBean server as a node's does. */
class TableMetricsSourceTest {

    @BeforeAll
    static void initialise() {
        DatabaseDescriptor.clientInitialization();
    }

    @AfterEach
    void dropTables() {
        for (String table : new String[] {"events", "late", "half"}) {
            drop("shop", table);
        }
        drop("system", "local");
    }

    @Test
    void countsTheOperationsOfUserTablesOnly() throws IOException {
        create("shop", "events", 7, 5, 3);
        create("system", "local", 100, 100, 100);
        TableMetricsSource source = follow();
        assertThat(source.sample().tables()).containsExactly(new TableCounts("shop.events", 7, 5, 3));
    }

    @Test
    void followsTablesThatAreMadeAndDropped() throws IOException {
        TableMetricsSource source = follow();
        assertThat(source.sample().tables()).isEmpty();
        create("shop", "late", 1, 2, 3);
        assertThat(source.sample().tables()).containsExactly(new TableCounts("shop.late", 1, 2, 3));
        drop("shop", "late");
        assertThat(source.sample().tables()).isEmpty();
    }

    @Test
    void reportsATableThatWasDroppedAndCreatedAgainOnce() throws IOException {
        create("shop", "late", 1, 2, 3);
        TableMetricsSource source = follow();
        assertThat(source.sample().dropped()).isEmpty();
        drop("shop", "late");
        create("shop", "late", 4, 5, 6);
        CounterSample sample = source.sample();
        assertThat(sample.tables()).containsExactly(new TableCounts("shop.late", 4, 5, 6));
        assertThat(sample.dropped()).containsExactly("shop.late");
        assertThat(source.sample().dropped()).isEmpty();
    }

    @Test
    void leavesOutATableWhoseMetricsAreNotAllThereYet() throws IOException {
        TableMetricsSource source = follow();
        count("shop", "half", "ReadLatency", 1);
        assertThat(source.sample().tables()).isEmpty();
        count("shop", "half", "WriteLatency", 1);
        count("shop", "half", "RangeLatency", 1);
        assertThat(source.sample().tables()).containsExactly(new TableCounts("shop.half", 1, 1, 1));
    }

    private static void create(String keyspace, String table, int reads, int writes, int scans) {
        count(keyspace, table, "ReadLatency", reads);
        count(keyspace, table, "WriteLatency", writes);
        count(keyspace, table, "RangeLatency", scans);
    }

    private static void count(String keyspace, String table, String metric, int operations) {
        Timer timer = CassandraMetricsRegistry.Metrics.timer(name(keyspace, table, metric));
        for (int i = 0; i < operations; i++) {
            timer.update(Duration.ofNanos(1000));
        }
    }

    private static void drop(String keyspace, String table) {
        for (String metric : new String[] {"ReadLatency", "WriteLatency", "RangeLatency"}) {
            CassandraMetricsRegistry.Metrics.remove(name(keyspace, table, metric));
        }
    }

    private static MetricName name(String keyspace, String table, String metric) {
        String bean =
                "org.apache.cassandra.metrics:type=Table,keyspace=" + keyspace + ",scope=" + table + ",name=" + metric;
        return new MetricName("org.apache.cassandra.metrics", "Table", metric, keyspace + "." + table, bean);
    }

    private static TableMetricsSource follow() throws IOException {
        return TableMetricsSource.follow(ManagementFactory.getPlatformMBeanServer(), System::nanoTime, error -> {
            throw new AssertionError(error);
        });
    }
}
