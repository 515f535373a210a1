package io.rafiki.decision;

import io.rafiki.decision.Evidence.LatencyUnknown;
import io.rafiki.decision.Evidence.SlowlyWorse;
import io.rafiki.decision.Evidence.WorkloadMoved;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.Window;
import java.time.Duration;
import java.util.Optional;

/**
 * Observes a change until its payback horizon, because postponed compactions slow a node only after minutes. A hit of its
 * {@link SequentialSignTest} is a window that is slower than the node before the change by more than the regression threshold and the error
 * of the baseline.
 *
 * @param before the node before the change
 * @param horizon length of the observation
 * @param observed length of the windows so far; a step of the clock does not change it
 * @param windows the test
 * @param verdict the end; empty while there is none
 */
public record SlowRegressionMonitor(
        Baseline before,
        RegressionLimits limits,
        ChangeTest test,
        Duration horizon,
        Duration observed,
        SequentialSignTest windows,
        Optional<Verdict> verdict) {

    private static final double LEVEL = 0.01;
    private static final int STARTS = 12;

    /** The monitor at the change. */
    public static SlowRegressionMonitor of(
            Baseline before, RegressionLimits limits, ChangeTest test, Duration horizon) {
        return new SlowRegressionMonitor(
                before, limits, test, horizon, Duration.ZERO, SequentialSignTest.of(STARTS), Optional.empty());
    }

    /** With a window after the cool-down. Of one that is invalid or not measured, only the time counts. */
    public SlowRegressionMonitor with(Window now) {
        SlowRegressionMonitor later = after(now);
        return now.valid() ? later.compared(now) : later;
    }

    /** With a window that is not compared. */
    public SlowRegressionMonitor after(Window now) {
        Duration longer = observed.plus(now.ownLength());
        return new SlowRegressionMonitor(before, limits, test, horizon, longer, windows, verdict);
    }

    private SlowRegressionMonitor compared(Window now) {
        OutcomeTest outcome = new OutcomeTest(limits.regressionThreshold());
        Verdict latest = outcome.of(before, now);
        if (test.differs(before.window(), now)) {
            return ended(new Verdict(Outcome.UNKNOWN, new WorkloadMoved(latest.evidence())));
        }
        if (latest.evidence() instanceof LatencyUnknown) {
            return this;
        }
        SequentialSignTest next = windows.with(outcome.isWorse(before, now));
        SlowRegressionMonitor all =
                new SlowRegressionMonitor(before, limits, test, horizon, observed, next, Optional.empty());
        return next.rejects(LEVEL)
                ? all.ended(new Verdict(Outcome.WORSE, new SlowlyWorse(next.hits(), next.count(), latest.evidence())))
                : all;
    }

    /** Whether the observation is over. */
    public boolean isOver() {
        return verdict.isPresent() || remaining().isZero();
    }

    /** The remaining time of the observation after the last window. */
    public Duration remaining() {
        Duration remaining = horizon.minus(observed);
        return remaining.isNegative() ? Duration.ZERO : remaining;
    }

    /** With a verdict. */
    public SlowRegressionMonitor ended(Verdict found) {
        return new SlowRegressionMonitor(before, limits, test, horizon, observed, windows, Optional.of(found));
    }
}
