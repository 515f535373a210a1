package io.rafiki.benchmark.agent;

import io.rafiki.trainer.trial.NodeActivity;
import java.time.Duration;
import java.util.Arrays;

/**
 * The warm-up of two nodes that are compared: it ends for both when the JIT compilers of both are quiet.
 *
 * <p>A compiler that still works slows its node down. The agent adds methods to compile and restores its networks once, so after a fixed
 * time its node could be behind. Thread-safe.
 */
final class JointWarmUp {

    private final double min;
    private final double max;
    private final double[] shares = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    private boolean ended;

    /**
     * @param min shortest warm-up
     * @param max longest warm-up; then the measurement starts with a compiler at work
     */
    JointWarmUp(Duration min, Duration max) {
        this.min = min.toSeconds();
        this.max = max.toSeconds();
    }

    /**
     * Reports the JIT activity of a node.
     *
     * @param node 0 or 1
     * @param second of its load
     * @param share of its compile time, see {@link NodeActivity}
     * @return whether the warm-up has ended
     */
    synchronized boolean isOver(int node, double second, double share) {
        shares[node] = share;
        ended |= second >= max || (second >= min && isQuiet());
        return ended;
    }

    /** Whether both compilers were quiet at the last reports. */
    synchronized boolean isQuiet() {
        return Arrays.stream(shares).allMatch(share -> share < NodeActivity.DONE);
    }
}
