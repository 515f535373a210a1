package io.rafiki.control;

import io.rafiki.control.Activity.Observing;
import io.rafiki.control.Activity.Settling;
import io.rafiki.decision.Evidence.KnobSetExternally;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.RegressionMonitor;
import io.rafiki.decision.SlowRegressionMonitor;
import io.rafiki.decision.Verdict;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The observation of the last applied change. The first verdict comes at the end of the observation period or earlier. Afterwards the
 * change is observed until its payback horizon, because some changes slow a node only after minutes.
 *
 * @param change the change
 * @param settled end of its cool-down
 * @param quick comparisons for the first verdict
 * @param slow comparisons until the payback horizon
 */
record Observation(Proposal change, Instant settled, RegressionMonitor quick, SlowRegressionMonitor slow) {

    /** Longest time after its end in which an observation can still continue. */
    private static final Duration LONGEST_GAP = Duration.ofHours(1);

    /**
     * The observation at the change.
     *
     * @param before window before the change
     */
    static Observation of(Proposal change, Window before, GuardrailConfig limits) {
        Instant settled = change.decided().at().plus(limits.coolDown());
        Duration horizon = limits.rewriting().paybackHorizon();
        Duration period = limits.watch().duration();
        return new Observation(
                change,
                settled,
                RegressionMonitor.of(before, limits.watch(), limits.change()),
                SlowRegressionMonitor.of(
                        before,
                        limits.watch(),
                        limits.change(),
                        settled.plus(horizon.compareTo(period) > 0 ? horizon : period)));
    }

    /**
     * Adds a closed window.
     *
     * @param disturbed whether temporary work of the node, such as a rewrite of data, affected the window
     * @param knobs present states; a knob that another client set since the change ends the observation
     */
    Observation with(Window closed, boolean disturbed, List<KnobState> knobs) {
        Optional<KnobSetExternally> moved = setSince(knobs);
        if (moved.isPresent()) {
            Verdict unknown = new Verdict(Outcome.UNKNOWN, moved.get());
            return new Observation(change, settled, quick.ended(unknown), slow.ended(unknown));
        }
        if (disturbed || closed.start().isBefore(settled)) {
            return new Observation(change, settled, quick.restarted(), slow);
        }
        return new Observation(change, settled, quick.with(closed), slow.with(closed));
    }

    /** Whether the window before the change still shows what the node would do without the change. */
    boolean isComparable(Instant now) {
        return now.isBefore(slow.until().plus(LONGEST_GAP));
    }

    /** The observation after a time in which the loop closed no window. */
    Observation resumed() {
        return new Observation(change, settled, quick.restarted(), slow);
    }

    /** The verdict of the last window; empty if it changed nothing. */
    Optional<Verdict> verdictSince(Observation former) {
        return harm().isPresent() ? harm() : former.quick.verdict().isPresent() ? Optional.empty() : quick.verdict();
    }

    private Optional<Verdict> harm() {
        return slow.verdict().filter(verdict -> verdict.outcome() == Outcome.WORSE);
    }

    /** Whether no further window can change the verdict. */
    boolean isOver(Instant now) {
        return harm().isPresent()
                || (slow.isOver(now) && quick.verdict().isPresent())
                || quick.verdict()
                        .filter(verdict -> verdict.outcome() == Outcome.WORSE)
                        .isPresent();
    }

    Activity activity(Instant now) {
        String id = change.decided().id();
        if (quick.verdict().isPresent()) {
            Duration remaining = Duration.between(now, slow.until());
            return new Observing(id, remaining.isNegative() ? Duration.ZERO : remaining, quick.evidence());
        }
        return quick.remaining(now)
                .<Activity>map(remaining -> new Observing(id, remaining, quick.evidence()))
                .orElseGet(() -> new Settling(id));
    }

    private Optional<KnobSetExternally> setSince(List<KnobState> knobs) {
        return knobs.stream()
                .filter(state -> state.isSetExternally()
                        && state.setAt().isAfter(change.decided().at()))
                .findFirst()
                .map(state -> new KnobSetExternally(state.knob(), state.live()));
    }
}
