package io.rafiki.agent;

import io.rafiki.agent.cassandra.TableMetricsSource;
import io.rafiki.decision.Mode;
import io.rafiki.knob.Machine;
import io.rafiki.node.Disks;
import io.rafiki.surrogate.BundleException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * Measures a tick: the counters of all user tables read from beans named and typed as Cassandra's, and taken into the window. What
 * Cassandra itself computes for a percentile or a gauge is not in it.
 *
 * <p>The argument is the folder of the distribution. One line a number of tables: median and 99th percentile of a tick, and the
 * median of the processor time in it, which other programs disturb less.
 */
public final class TickBenchmark {

    private static final int WARM_UP = 200;
    private static final int TICKS = 300;
    private static final int KEYSPACES = 20;

    private static final List<String> FIGURES = List.of(
            "type=ClientRequest,scope=Read,name=Latency",
            "type=ClientRequest,scope=Write,name=Latency",
            "type=ThreadPools,path=request,scope=ReadStage,name=PendingTasks",
            "type=ThreadPools,path=request,scope=MutationStage,name=PendingTasks",
            "type=ThreadPools,path=transport,scope=Native-Transport-Requests,name=PendingTasks",
            "type=Compaction,name=PendingTasks");

    private TickBenchmark() {}

    /** One of Cassandra's metrics, as JMX offers timers, histograms and gauges. */
    public interface MetricMBean {

        /** Events so far. */
        long getCount();

        /** Of a timer. */
        default double get99thPercentile() {
            return 1;
        }

        /** Of a histogram. */
        default double getMean() {
            return 1;
        }

        /** Of a gauge. */
        default Object getValue() {
            return 1;
        }
    }

    private record Metric(AtomicLong count) implements MetricMBean {

        @Override
        public long getCount() {
            return count.get();
        }
    }

    /** Runs the benchmark. */
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments.length > 0 ? arguments[0] : ".").toAbsolutePath();
        for (int tables : new int[] {50, 1_000, 10_000}) {
            measure(home, tables);
        }
    }

    private static void register(MBeanServer server, AtomicLong count, String keys) throws Exception {
        server.registerMBean(
                new StandardMBean(new Metric(count), MetricMBean.class),
                new ObjectName("org.apache.cassandra.metrics:" + keys));
    }

    private static void measure(Path home, int tables) throws Exception {
        MBeanServer server = MBeanServerFactory.newMBeanServer();
        AtomicLong count = new AtomicLong();
        for (int table = 0; table < tables; table++) {
            for (String metric : new String[] {"ReadLatency", "WriteLatency", "RangeLatency"}) {
                register(
                        server,
                        count,
                        "type=Table,keyspace=ks" + table % KEYSPACES + ",scope=t" + table + ",name=" + metric);
            }
        }
        for (String keys : FIGURES) {
            register(server, count, keys);
        }
        for (int keyspace = 0; keyspace < KEYSPACES; keyspace++) {
            register(server, count, "type=Keyspace,keyspace=ks" + keyspace + ",name=SSTablesPerReadHistogram");
        }
        Path folder = Files.createTempDirectory("rafiki-bench");
        Path settings = Files.writeString(folder.resolve("rafiki.yaml"), "journal: journal.jsonl\n");
        Tuner tuner = Assembly.read(home, settings, new Machine(2, 1024))
                .tuner(
                        TableMetricsSource.follow(server),
                        server,
                        new Disks(server)::room,
                        file -> {
                            throw new BundleException(file + ": this benchmark loads none");
                        },
                        Clock.systemUTC());
        tuner.setMode(Mode.OBSERVE.toString());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        double[] millis = new double[TICKS];
        double[] busy = new double[TICKS];
        for (int i = -WARM_UP; i < TICKS; i++) {
            count.addAndGet(10);
            long start = System.nanoTime();
            long startBusy = threads.getCurrentThreadCpuTime();
            tuner.tick();
            if (i >= 0) {
                busy[i] = (threads.getCurrentThreadCpuTime() - startBusy) / 1e6;
                millis[i] = (System.nanoTime() - start) / 1e6;
            }
        }
        Arrays.sort(millis);
        Arrays.sort(busy);
        System.out.printf(
                Locale.ROOT,
                "tick: tables=%d median=%.3f ms p99=%.3f ms processor=%.3f ms%n",
                tables,
                millis[TICKS / 2],
                millis[TICKS * 99 / 100],
                busy[TICKS / 2]);
        Files.deleteIfExists(settings);
        Files.deleteIfExists(folder.resolve("journal.jsonl"));
        Files.deleteIfExists(folder);
    }
}
