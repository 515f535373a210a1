package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * A load at a fixed rate. Latencies start at the intended start of each operation, so a delay of one operation counts for all that it
 * delays.
 *
 * @param share share of the sustained rate, 0 to 1; absent if the plan states the rate
 * @param target operations per second
 * @param achieved operations per second since the load began; less than {@code target} if a backlog remains
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
