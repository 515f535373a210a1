package io.rafiki.agent;

import io.rafiki.decision.Limits;
import io.rafiki.decision.Verdict;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.decision.Watch;
import io.rafiki.workload.Window;
import java.time.Instant;
import java.util.Optional;

/**
 * Follows the last change that was applied, from the end of its cool-down until it is known what it did to the node, and says whether
 * it is to be taken back.
 */
final class ChangeWatch {

    private final Limits limits;
    private final Actor actor;
    private final KnobLedger knobs;
    private final TrackRecord record;
    private Pending change;
    private Watch watch;
    private Instant settled;

    ChangeWatch(Limits limits, Actor actor, KnobLedger knobs, TrackRecord record) {
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
    void begin(Pending applied, Window before) {
        end();
        if (!limits.watch().duration().isZero() && before.operations() > 0) {
            change = applied;
            settled = applied.decided().at().plus(limits.coolDown());
            watch = new Watch(before, limits.watch(), limits.change());
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
     * @return why the change is to be taken back; empty if it is not, or not yet
     */
    Optional<String> take(Window closed, boolean disturbed) {
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
        return verdict.filter(found -> found.outcome() == Outcome.WORSE).map(Verdict::text);
    }

    /** What goes on, in one phrase; empty while nothing is followed. */
    Optional<String> status(Instant now) {
        return Optional.ofNullable(change)
                .map(followed -> "watches [" + followed.decided().id() + "]: " + watch.text(now));
    }

    private Optional<Verdict> verdict(Window closed, boolean disturbed) {
        Optional<String> moved = knobs.movedByOthers(change);
        if (moved.isPresent()) {
            return Optional.of(new Verdict(Outcome.UNKNOWN, moved.get() + " before anything could be told"));
        }
        if (disturbed || closed.start().isBefore(settled)) {
            watch.unsettled();
            return Optional.empty();
        }
        return watch.take(closed);
    }
}
