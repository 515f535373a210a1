package io.rafiki.benchmark.rewrite;

import io.rafiki.benchmark.rewrite.StepResult.Sample;
import io.rafiki.node.CompactionStats;
import io.rafiki.node.NodeException;
import io.rafiki.node.TableMetricsSource;
import io.rafiki.trainer.cassandra.CassandraProcess;
import io.rafiki.trainer.cassandra.NodeJmxClient;
import io.rafiki.workload.ClientCounts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;

/**
 * One step on a running node under load. After ageing and warm-up, the node is observed over three windows of equal length. The first is the
 * reference. The second begins with writing the present options again, the third with the step.
 *
 * <p>A step rewrites no data by itself. Later compactions follow the new value, and the setter submits the first of them.
 */
final class StepRun {

    /** Time of updates only, before the clients' own workload. */
    static final Duration AGEING = Duration.ofSeconds(60);

    private static final Duration WINDOW = Duration.ofMinutes(2);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final double MEGA = 1e6;
    private static final double NANOS = 1e9;

    private final NodeJmxClient management;
    private final CassandraProcess node;
    private final CompactionStats stats;
    private final TableMetricsSource counters;

    StepRun(NodeJmxClient management, CassandraProcess node) throws IOException {
        this.management = management;
        this.node = node;
        this.stats = new CompactionStats(management.connection());
        this.counters = TableMetricsSource.follow(management.connection(), System::nanoTime, error -> {});
    }

    /** The samples of all windows. */
    List<Sample> measure(StepCase what) throws IOException, InterruptedException, JMException, NodeException {
        Thread.sleep(AGEING.toMillis());
        RewriteRun.warmUp(node, pause -> Thread.sleep(pause.toMillis()));
        int length = (int) WINDOW.dividedBy(INTERVAL);
        List<Sample> samples = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i <= StepResult.WINDOWS * length; i++) {
            TimeUnit.NANOSECONDS.sleep(start + i * INTERVAL.toNanos() - System.nanoTime());
            samples.add(sample(start));
            if (i == length) {
                RewriteRun.change(management, what.before());
            } else if (i == 2 * length) {
                RewriteRun.change(management, what.after());
            }
        }
        return samples;
    }

    private Sample sample(long start) throws NodeException {
        ClientCounts clients = counters.sample().clients();
        return new Sample(
                rounded((System.nanoTime() - start) / NANOS),
                rounded(stats.compacted(stats.running(), List.of(RewriteRun.TABLE)) / MEGA),
                clients.reads() + clients.writes());
    }

    private static double rounded(double value) {
        return Math.round(100 * value) / 100.0;
    }
}
