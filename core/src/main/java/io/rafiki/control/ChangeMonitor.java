package io.rafiki.control;

import io.rafiki.control.Activity.Observing;
import io.rafiki.control.Activity.Settling;
import io.rafiki.decision.Evidence;
import io.rafiki.decision.Evidence.KnobSetExternally;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.RegressionMonitor;
import io.rafiki.decision.Verdict;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.Window;
import java.time.Instant;
import java.util.Optional;

/**
 * Observes the last applied change from the end of its cool-down until its verdict, and requests its rollback if it made the node worse.
 */
final class ChangeMonitor {

    private final GuardrailConfig limits;
    private final DecisionExecutor actor;
    private final KnobHistory knobs;
    private final OutcomeHistory record;
    private Proposal change;
    private RegressionMonitor watch;
    private Instant settled;

    ChangeMonitor(GuardrailConfig limits, DecisionExecutor actor, KnobHistory knobs, OutcomeHistory record) {
        this.limits = limits;
        this.actor = actor;
        this.knobs = knobs;
        this.record = record;
    }

    /**
     * Starts to observe a change instead of the previous one.
     *
     * @param before the window of its decision
     */
    void begin(Proposal applied, Window before) {
        end();
        if (!limits.watch().duration().isZero() && before.operations() > 0) {
            change = applied;
            settled = applied.decided().at().plus(limits.coolDown());
            watch = new RegressionMonitor(before, limits.watch(), limits.change());
        }
    }

    /** Ends the observation. */
    void end() {
        change = null;
        watch = null;
    }

    /**
     * Adds a closed window.
     *
     * @param disturbed whether temporary work of the node, such as a rewrite of data, affected the window
     * @return why the change must be rolled back; empty if it need not, or not yet
     */
    Optional<Evidence> update(Window closed, boolean disturbed) {
        if (watch == null) {
            return Optional.empty();
        }
        Optional<Verdict> verdict = verdict(closed, disturbed);
        if (verdict.isEmpty()) {
            return Optional.empty();
        }
        record.judged(change, verdict.get());
        actor.judged(change, verdict.get());
        end();
        return verdict.filter(found -> found.outcome() == Outcome.WORSE).map(Verdict::evidence);
    }

    /** The observation; empty while no change is observed. */
    Optional<Activity> status(Instant now) {
        return Optional.ofNullable(change)
                .map(followed -> followed.decided().id())
                .map(id -> watch.remaining(now)
                        .<Activity>map(remaining -> new Observing(id, remaining, watch.evidence()))
                        .orElseGet(() -> new Settling(id)));
    }

    private Optional<Verdict> verdict(Window closed, boolean disturbed) {
        Optional<KnobSetExternally> moved = knobs.externallyChanged(change);
        if (moved.isPresent()) {
            return Optional.of(new Verdict(Outcome.UNKNOWN, moved.get()));
        }
        if (disturbed || closed.start().isBefore(settled)) {
            watch.restart();
            return Optional.empty();
        }
        return watch.update(closed);
    }
}
