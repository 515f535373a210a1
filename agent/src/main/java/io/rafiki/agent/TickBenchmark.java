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
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/**
 * Measures a tick: the counters of all user tables read from beans named and typed as Cassandra's, and taken into the window.
 *
 * <p>The argument is the folder of the distribution. One line a number of tables: median and 99th percentile of a tick, and the
 * median of the processor time in it, which other programs disturb less.
 */
public final class TickBenchmark {

    private static final int WARM_UP = 200;
    private static final int TICKS = 300;

    private TickBenchmark() {}

    /** One counter of a table, as Cassandra's JMX timers offer it. */
    public interface TimerMBean {

        /** Events so far. */
        long getCount();
    }

    private record Timer(AtomicLong count) implements TimerMBean {

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

    private static void measure(Path home, int tables) throws Exception {
        MBeanServer server = MBeanServerFactory.newMBeanServer();
        AtomicLong count = new AtomicLong();
        for (int table = 0; table < tables; table++) {
            for (String metric : new String[] {"ReadLatency", "WriteLatency", "RangeLatency"}) {
                server.registerMBean(
                        new StandardMBean(new Timer(count), TimerMBean.class),
                        new ObjectName("org.apache.cassandra.metrics:type=Table,keyspace=ks" + table % 20 + ",scope=t"
                                + table + ",name=" + metric));
            }
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
