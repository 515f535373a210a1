package io.rafiki.benchmark.agent;

import com.sun.management.ThreadMXBean;
import io.rafiki.control.ControlLoop;
import io.rafiki.control.TunerFactory;
import io.rafiki.control.record.ControlLog;
import io.rafiki.decision.Mode;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.BundleException;
import io.rafiki.node.CompilationShare;
import io.rafiki.node.DiskSpace;
import io.rafiki.node.NodeAdapters;
import io.rafiki.node.NodeThreads;
import io.rafiki.node.SchemaChange;
import io.rafiki.node.TableMetricsSource;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * Measures a tick of the control loop: it reads the counters of all user tables from beans with Cassandra's names and types, and adds
 * them to the window. The cost of Cassandra's own percentiles and gauges is excluded.
 */
final class TickBenchmark {

    private static final int WARM_UP = 200;
    private static final int TICKS = 300;
    private static final int KEYSPACES = 20;

    private static final List<String> FIGURES = List.of(
            "type=ClientRequest,scope=Read,name=Latency",
            "type=ClientRequest,scope=Write,name=Latency",
            "type=ThreadPools,path=request,scope=ReadStage,name=PendingTasks",
            "type=ThreadPools,path=request,scope=MutationStage,name=PendingTasks",
            "type=ThreadPools,path=transport,scope=Native-Transport-Requests,name=PendingTasks",
            "type=Compaction,name=PendingTasks",
            "type=Compaction,name=CompressedBytesCompacted");

    private TickBenchmark() {}

    /** One of Cassandra's metrics, as JMX presents timers, histograms and gauges. */
    public interface MetricMBean {

        /** The number of events so far. */
        long getCount();

        default double get99thPercentile() {
            return 1;
        }

        default double getMean() {
            return 1;
        }

        default Object getValue() {
            return 1;
        }
    }

    /** Cassandra's compaction manager. */
    public interface ManagerMBean {

        /** The running compactions. */
        List<Map<String, String>> getCompactions();
    }

    private record Manager(List<Map<String, String>> getCompactions) implements ManagerMBean {}

    private record Metric(AtomicLong count) implements MetricMBean {

        @Override
        public long getCount() {
            return count.get();
        }
    }

    /**
     * Runs the benchmark.
     *
     * @param home folder of the distribution
     * @param out receives a line for each number of tables
     */
    static void run(Path home, PrintWriter out) throws Exception {
        for (int tables : new int[] {50, 1_000, 10_000}) {
            Tick tick = measure(home, tables);
            out.printf(
                    Locale.ROOT,
                    "tick: tables=%d median=%.3f ms p99=%.3f ms processor=%.3f ms allocated=%.3f MiB%n",
                    tables,
                    tick.medianMillis(),
                    tick.p99Millis(),
                    tick.processorMillis(),
                    tick.allocatedMiB());
            out.flush();
        }
    }

    /**
     * A tick of the loop, with the garbage that it makes.
     *
     * @param processorMillis median of its CPU time, which other programs disturb less
     * @param allocatedMiB mean of the bytes that it allocates
     */
    record Tick(double medianMillis, double p99Millis, double processorMillis, double allocatedMiB) {}

    private static void register(MBeanServer server, AtomicLong count, String keys) throws Exception {
        server.registerMBean(
                new StandardMBean(new Metric(count), MetricMBean.class),
                new ObjectName("org.apache.cassandra.metrics:" + keys));
    }

    /** Measures the tick of a node with so many user tables. */
    static Tick measure(Path home, int tables) throws Exception {
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
        server.registerMBean(new Manager(List.of()), new ObjectName("org.apache.cassandra.db:type=CompactionManager"));
        for (int keyspace = 0; keyspace < KEYSPACES; keyspace++) {
            register(server, count, "type=Keyspace,keyspace=ks" + keyspace + ",name=SSTablesPerReadHistogram");
        }
        Path folder = Files.createTempDirectory("rafiki-bench");
        Path settings = Files.writeString(folder.resolve("rafiki.yaml"), "journal: journal.jsonl\n");
        TunerFactory assembly = TunerFactory.read(home, settings, new NodeResources(2, 1024), ControlLog.NONE);
        ControlLoop tuner = assembly.tuner(
                TableMetricsSource.follow(server, System::nanoTime, error -> {
                    throw new IllegalStateException(error);
                }),
                NodeAdapters.of(
                        server,
                        assembly.settings().catalogue(),
                        new DiskSpace(server)::disks,
                        NodeThreads.Source.NONE,
                        CompilationShare.Source.NONE,
                        SchemaChange.NONE,
                        Runnable::run),
                file -> {
                    throw new BundleException(file + ": this benchmark loads no model");
                },
                () -> "the benchmark",
                Clock.systemUTC());
        tuner.setMode(Mode.OBSERVE.toString());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double[] millis = new double[TICKS];
        double[] busy = new double[TICKS];
        double[] allocated = new double[TICKS];
        for (int i = -WARM_UP; i < TICKS; i++) {
            count.addAndGet(10);
            long start = System.nanoTime();
            long startBusy = threads.getCurrentThreadCpuTime();
            long startBytes = threads.getCurrentThreadAllocatedBytes();
            tuner.tick();
            if (i >= 0) {
                busy[i] = (threads.getCurrentThreadCpuTime() - startBusy) / 1e6;
                millis[i] = (System.nanoTime() - start) / 1e6;
                allocated[i] = (threads.getCurrentThreadAllocatedBytes() - startBytes) / (double) (1 << 20);
            }
        }
        Arrays.sort(millis);
        Arrays.sort(busy);
        Files.deleteIfExists(settings);
        Files.deleteIfExists(folder.resolve("journal.jsonl"));
        Files.deleteIfExists(folder);
        return new Tick(
                millis[TICKS / 2],
                millis[TICKS * 99 / 100],
                busy[TICKS / 2],
                Arrays.stream(allocated).average().orElseThrow());
    }
}
