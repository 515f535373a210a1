package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.rafiki.trainer.ycsb.YcsbException;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A load at a fixed rate. Latencies start at the intended start of each operation, so a delay of one operation counts for all that it
 * delays.
 *
 * @param share share of the sustained rate, 0 to 1; absent if the plan states the rate
 * @param target operations per second
 * @param achieved operations per second since the load began, in the slowest state; less than {@code target} if a backlog remains
 * @param p99 99th percentile of all operations in microseconds
 * @param latencies operation to its latencies
 * @param pauseP99 99th percentile of the client's own pauses in microseconds, which are a part of {@code p99}; absent in old trials
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record OpenLoop(
        Double share, double target, double achieved, long p99, Map<String, TrialLatency> latencies, Long pauseP99) {

    /** A node that achieves less than this share of the target does not carry the load. */
    private static final double CARRIED = 0.98;

    /** Pauses above this share of {@code p99} are a considerable part of it. */
    private static final double SHOWN = 0.1;

    /**
     * A run at the rate.
     *
     * @param end first second that does not count
     */
    record Run(YcsbResult result, int end) {}

    /**
     * One load, or the same load in several states of the node's files.
     *
     * @param share null if the plan states the rate
     * @param target operations per second
     * @param runs at least one
     * @param from first second whose latencies count
     * @throws YcsbException if a run was shorter
     */
    static OpenLoop of(Double share, double target, List<Run> runs, int from) throws YcsbException {
        double achieved = Double.POSITIVE_INFINITY;
        Map<String, Histogram> latencies = new LinkedHashMap<>();
        Histogram all = new Histogram(3);
        Histogram pauses = new Histogram(3);
        for (Run run : runs) {
            // nearly from the start, so that a backlog does not look like a higher rate; the first second is a part of
            // one
            double[] perSecond = run.result.perSecond(1, run.end);
            achieved = Math.min(achieved, Arrays.stream(perSecond).average().orElseThrow());
            run.result.latencies(from, run.end).forEach((name, histogram) -> {
                all.add(histogram);
                latencies.computeIfAbsent(name, first -> new Histogram(3)).add(histogram);
            });
            pauses.add(run.result.pauses(from, run.end));
        }
        Map<String, TrialLatency> summaries = new LinkedHashMap<>();
        latencies.forEach((name, histogram) -> summaries.put(name, TrialLatency.of(histogram)));
        return new OpenLoop(
                share,
                Throughput.round(target),
                Throughput.round(achieved),
                all.getValueAtPercentile(99),
                summaries,
                pauses.getValueAtPercentile(99));
    }

    /** Whether the plan states its rate. */
    public boolean hasPlannedRate() {
        return share == null;
    }

    /** Whether the node carried the load. If not, {@code p99} grows with the length of the load, and is no latency of the node. */
    public boolean hasCarriedTarget() {
        return achieved >= CARRIED * target;
    }

    /** Whether the client's own pauses are a considerable part of {@code p99}. */
    public boolean showsPauses() {
        return pauseP99 != null && pauseP99 > SHOWN * p99;
    }

    /** The number of operations with a latency. */
    public long operations() {
        return latencies.values().stream().mapToLong(TrialLatency::count).sum();
    }
}
