package io.rafiki.decision;

import io.rafiki.decision.Evidence.NothingCompared;
import io.rafiki.decision.Evidence.WindowsDisagree;
import io.rafiki.decision.Evidence.WorkloadMoved;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Observes the effect of a change. It compares each later window with the window before the change. The observation ends when two
 * consecutive windows agree that the node is better or worse, at the end of the period, or when the workload changes.
 *
 * <p>A single slow window can result from a backup or a garbage collection; two consecutive ones are attributed to the change.
 */
public final class RegressionMonitor {

    private static final int AGREEING = 2;

    private final Window before;
    private final RegressionLimits limits;
    private final ChangeTest test;
    private final OutcomeTest judgement;
    private Instant begun;
    private Verdict last = new Verdict(Outcome.UNKNOWN, new NothingCompared());
    private int agreeing;

    /**
     * @param before window before the change
     * @param test test for a changed workload
     */
    public RegressionMonitor(Window before, RegressionLimits limits, ChangeTest test) {
        this.before = before;
        this.limits = limits;
        this.test = test;
        this.judgement = new OutcomeTest(limits.regressionThreshold());
    }

    /** Discards the comparisons, because the change has not settled. */
    public void restart() {
        begun = null;
        agreeing = 0;
    }

    /**
     * Adds a window after the cool-down.
     *
     * @return the verdict, if this window completes it
     */
    public Optional<Verdict> update(Window now) {
        begun = begun == null ? now.start() : begun;
        if (now.valid()) {
            if (test.differs(before, now)) {
                return Optional.of(new Verdict(Outcome.UNKNOWN, new WorkloadMoved(last.evidence())));
            }
            compare(now);
        }
        if (decided()) {
            return Optional.of(last);
        }
        boolean over = !now.end().isBefore(begun.plus(limits.duration()));
        return over ? Optional.of(undecided()) : Optional.empty();
    }

    /** The remaining time of the observation; empty before it begins. */
    public Optional<Duration> remaining(Instant now) {
        return Optional.ofNullable(begun)
                .map(start -> Duration.between(now, start.plus(limits.duration())))
                .map(remaining -> remaining.isNegative() ? Duration.ZERO : remaining);
    }

    /** The evidence so far. */
    public Evidence evidence() {
        return last.evidence();
    }

    private void compare(Window now) {
        Verdict verdict = judgement.of(before, now);
        agreeing = verdict.outcome() == last.outcome() ? agreeing + 1 : 1;
        last = verdict;
    }

    private boolean decided() {
        return agreeing >= AGREEING && (last.outcome() == Outcome.BETTER || last.outcome() == Outcome.WORSE);
    }

    /** The verdict without two consecutive windows that agree. */
    private Verdict undecided() {
        boolean alone = last.outcome() == Outcome.BETTER || last.outcome() == Outcome.WORSE;
        return alone ? new Verdict(Outcome.SAME, new WindowsDisagree(last.evidence())) : last;
    }
}
