package io.rafiki.decision;

import io.rafiki.decision.Evidence.LatencyUnknown;
import io.rafiki.decision.Evidence.SlowlyWorse;
import io.rafiki.decision.Evidence.WorkloadMoved;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.Window;
import java.time.Instant;
import java.util.Optional;

/**
 * Observes a change until its payback horizon, because postponed compactions slow a node only after minutes. A hit of its
 * {@link SequentialSignTest} is a window that is slower than the node before the change by more than the regression threshold and the error
 * of the baseline.
 *
 * @param before the node before the change
 * @param until end of the observation
 * @param windows the test
 * @param verdict the end; empty while there is none
 */
public record SlowRegressionMonitor(
        Baseline before,
        RegressionLimits limits,
        ChangeTest test,
        Instant until,
        SequentialSignTest windows,
        Optional<Verdict> verdict) {

    private static final double LEVEL = 0.01;
    private static final int STARTS = 12;

    /** The monitor at the change. */
    public static SlowRegressionMonitor of(Baseline before, RegressionLimits limits, ChangeTest test, Instant until) {
        return new SlowRegressionMonitor(before, limits, test, until, SequentialSignTest.of(STARTS), Optional.empty());
    }

    /** With a window. One that is invalid or not measured is ignored. */
    public SlowRegressionMonitor with(Window now) {
        if (!now.valid()) {
            return this;
        }
        OutcomeTest outcome = new OutcomeTest(limits.regressionThreshold());
        Verdict latest = outcome.of(before, now);
        if (test.differs(before.window(), now)) {
            return ended(new Verdict(Outcome.UNKNOWN, new WorkloadMoved(latest.evidence())));
        }
        if (latest.evidence() instanceof LatencyUnknown) {
            return this;
        }
        SequentialSignTest next = windows.with(outcome.isWorse(before, now));
        SlowRegressionMonitor all = new SlowRegressionMonitor(before, limits, test, until, next, Optional.empty());
        return next.rejects(LEVEL)
                ? all.ended(new Verdict(Outcome.WORSE, new SlowlyWorse(next.hits(), next.count(), latest.evidence())))
                : all;
    }

    /** Whether the observation is over. */
    public boolean isOver(Instant now) {
        return verdict.isPresent() || !now.isBefore(until);
    }

    /** With a verdict. */
    public SlowRegressionMonitor ended(Verdict found) {
        return new SlowRegressionMonitor(before, limits, test, until, windows, Optional.of(found));
    }
}
