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
 * Follows the last change that was applied, from the end of its cool-down until it is known what it did to the node, and says whether
 * it is to be taken back.
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
     * Begins to follow a change; what was followed before is not any more.
     *
     * @param before the window that it was decided upon
     */
    void begin(Proposal applied, Window before) {
        end();
        if (!limits.watch().duration().isZero() && before.operations() > 0) {
            change = applied;
            settled = applied.decided().at().plus(limits.coolDown());
            watch = new RegressionMonitor(before, limits.watch(), limits.change());
        }
    }

    /** Follows nothing any more. */
    void end() {
        change = null;
        watch = null;
    }

    /**
     * Takes in a window that has closed.
     *
     * @param disturbed whether the node had something to do in it that passes, such as rewriting its data
     * @return why the change is to be rolled back; empty if it is not, or not yet
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
