package io.rafiki.workload;

import io.rafiki.workload.Instability.DriftWithinWindow;
import io.rafiki.workload.Instability.SingleWindow;
import io.rafiki.workload.Instability.StepSinceLastWindow;
import java.util.Optional;

/**
 * Tests whether a node's throughput is stationary. A node that compiles, fills its caches or has a new load changes its throughput from
 * second to second, so measurements do not last.
 *
 * <p>A window is stationary if neither its own drift nor the step from the previous window exceeds {@code maxDrift + z s}, where {@code
 * s} is the standard error of the difference. The step is ignored after a change of the workload, because throughput then differs too. A
 * single window without a predecessor is not sufficient.
 *
 * @param maxDrift largest irrelevant change of the throughput, as a share (0.15 is 15 %); infinite disables the test
 * @param z margin in standard errors
 */
public record StationarityTest(double maxDrift, double z) {

    /** Two standard errors: a stationary load is delayed by one window in at most one of 40 cases. */
    public static final double ERRORS = 2;

    /** @throws IllegalArgumentException if a parameter is out of range */
    public StationarityTest {
        if (!(maxDrift >= 0) || !(z >= 0)) {
            throw new IllegalArgumentException(
                    "stationarity: expected maxDrift and z from 0, found maxDrift=" + maxDrift + " z=" + z);
        }
    }

    /**
     * The reason why throughput is not stationary; empty if it is.
     *
     * @param before previous window, if there was one
     * @param test detects a change of the workload
     */
    public Optional<Instability> violation(Optional<Window> before, Window now, ChangeTest test) {
        ThroughputTrend pace = now.pace();
        if (exceeds(pace.drift(), pace.driftError())) {
            return Optional.of(new DriftWithinWindow(pace.drift(), maxDrift, z * pace.driftError()));
        }
        if (before.isEmpty() || !isComparable(before.get())) {
            return exceeds(Double.POSITIVE_INFINITY, 0) ? Optional.of(new SingleWindow()) : Optional.empty();
        }
        if (before.get().isShifting() || test.differs(before.get(), now)) {
            return Optional.empty();
        }
        ThroughputTrend former = before.get().pace();
        double step = pace.perSecond() / former.perSecond() - 1;
        double error = Math.hypot(pace.error(), former.error()) / former.perSecond();
        return exceeds(step, error)
                ? Optional.of(new StepSinceLastWindow(step, maxDrift, z * error))
                : Optional.empty();
    }

    private static boolean isComparable(Window before) {
        return before.valid() || before.isShifting();
    }

    private boolean exceeds(double change, double error) {
        return Math.abs(change) > maxDrift + z * error;
    }
}
