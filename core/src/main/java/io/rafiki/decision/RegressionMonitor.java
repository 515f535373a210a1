package io.rafiki.decision;

import io.rafiki.decision.Evidence.NothingCompared;
import io.rafiki.decision.Evidence.WindowsDisagree;
import io.rafiki.decision.Evidence.WorkloadMoved;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.Window;
import java.time.Duration;
import java.util.Optional;

/**
 * Observes the effect of a change. It compares each later window with the node before the change. The observation ends when two
 * consecutive windows agree that the node is better or worse, at the end of the period, or when the workload changes.
 *
 * <p>A single slow window can result from a backup or a garbage collection; two consecutive ones are attributed to the change.
 *
 * @param before the node before the change
 * @param test test for a changed workload
 * @param observed length of the windows so far; a step of the clock does not change it
 * @param last result of the last comparison
 * @param agreeing consecutive comparisons with that result
 * @param verdict the end of the observation
 */
public record RegressionMonitor(
        Baseline before,
        RegressionLimits limits,
        ChangeTest test,
        Duration observed,
        Verdict last,
        int agreeing,
        Optional<Verdict> verdict) {

    private static final int AGREEING = 2;

    /** The monitor at the change. */
    public static RegressionMonitor of(Baseline before, RegressionLimits limits, ChangeTest test) {
        return new RegressionMonitor(
                before,
                limits,
                test,
                Duration.ZERO,
                new Verdict(Outcome.UNKNOWN, new NothingCompared()),
                0,
                Optional.empty());
    }

    /** Without the comparisons, because the change has not settled. */
    public RegressionMonitor restarted() {
        if (verdict.isPresent()) {
            return this;
        }
        return new RegressionMonitor(before, limits, test, Duration.ZERO, last, 0, Optional.empty());
    }

    /** With a verdict. */
    public RegressionMonitor ended(Verdict found) {
        return new RegressionMonitor(before, limits, test, observed, last, agreeing, Optional.of(found));
    }

    /** With a window after the cool-down. */
    public RegressionMonitor with(Window now) {
        if (verdict.isPresent()) {
            return this;
        }
        if (now.valid() && test.differs(before.window(), now)) {
            return ended(new Verdict(Outcome.UNKNOWN, new WorkloadMoved(last.evidence())));
        }
        RegressionMonitor next = now.valid() ? compared(now) : after(now, last, agreeing);
        if (next.agrees()) {
            return next.ended(next.last);
        }
        return next.remaining().isZero() ? next.ended(next.undecided()) : next;
    }

    /** Whether no window was observed yet. */
    public boolean isNew() {
        return observed.isZero();
    }

    /** The remaining time of the observation after the last window. */
    public Duration remaining() {
        Duration remaining = limits.duration().minus(observed);
        return remaining.isNegative() ? Duration.ZERO : remaining;
    }

    /** The evidence so far. */
    public Evidence evidence() {
        return last.evidence();
    }

    private RegressionMonitor compared(Window now) {
        Verdict found = new OutcomeTest(limits.regressionThreshold()).of(before, now);
        return after(now, found, found.outcome() == last.outcome() ? agreeing + 1 : 1);
    }

    private RegressionMonitor after(Window now, Verdict found, int same) {
        Duration longer = observed.plus(now.ownLength());
        return new RegressionMonitor(before, limits, test, longer, found, same, Optional.empty());
    }

    private boolean agrees() {
        return agreeing >= AGREEING && isClear();
    }

    private boolean isClear() {
        return last.outcome() == Outcome.BETTER || last.outcome() == Outcome.WORSE;
    }

    /** The verdict without two consecutive windows that agree. */
    private Verdict undecided() {
        return isClear() ? new Verdict(Outcome.SAME, new WindowsDisagree(last.evidence())) : last;
    }
}
