package io.rafiki.control.machine;

import io.rafiki.control.configuration.KnobState;
import io.rafiki.control.reason.Activity;
import io.rafiki.control.reason.Activity.Observing;
import io.rafiki.control.reason.Activity.Settling;
import io.rafiki.control.record.DecisionRecord;
import io.rafiki.control.record.Proposal;
import io.rafiki.decision.Baseline;
import io.rafiki.decision.Evidence.AnotherChange;
import io.rafiki.decision.Evidence.KnobSetExternally;
import io.rafiki.decision.GuardrailConfig;
import io.rafiki.decision.RegressionLimits;
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
public record Observation(Proposal change, Instant settled, RegressionMonitor quick, SlowRegressionMonitor slow) {

    /** Windows that agree in the first verdict, and those that the test of many windows needs if all are slower. */
    private static final int QUICK_WINDOWS = 2;

    private static final int SLOW_WINDOWS = 18;

    /** Longest time after its end in which an observation can still continue. */
    private static final Duration LONGEST_GAP = Duration.ofHours(1);

    /**
     * The observation at the change. With long windows it lasts longer than the settings state, so that it can find a regression.
     *
     * @param end time at which the change was complete
     * @param before the node before the change
     */
    static Observation of(Proposal change, Instant end, Baseline before, GuardrailConfig limits) {
        Instant settled = end.plus(limits.coolDown());
        Duration period = longer(limits.watch().duration(), before.length().multipliedBy(QUICK_WINDOWS));
        Duration horizon =
                longer(limits.rewriting().paybackHorizon(), before.length().multipliedBy(SLOW_WINDOWS));
        RegressionLimits watch = new RegressionLimits(period, limits.watch().regressionThreshold());
        return new Observation(
                change,
                settled,
                RegressionMonitor.of(before, watch, limits.change()),
                SlowRegressionMonitor.of(before, watch, limits.change(), longer(horizon, period)));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
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
        boolean isSettling = isSettling(closed.start());
        if (disturbed || isSettling) {
            return new Observation(change, settled, quick.restarted(), isSettling ? slow : slow.after(closed));
        }
        return new Observation(change, settled, quick.with(closed), slow.with(closed));
    }

    /** Whether the cool-down lasts. A clock that was set back does not prolong it. */
    private boolean isSettling(Instant now) {
        Duration coolDown = Duration.between(change.decided().at(), settled);
        Duration remaining = Duration.between(now, settled);
        Duration longest = coolDown.multipliedBy(2).plus(quick.before().length());
        return remaining.compareTo(Duration.ZERO) > 0 && remaining.compareTo(longest) <= 0;
    }

    /** Whether the baseline still shows what the node would do without the change. */
    boolean isComparable(Instant now) {
        return now.isBefore(settled.plus(slow.horizon()).plus(LONGEST_GAP));
    }

    /** The observation after a time in which the loop closed no window. */
    Observation resumed() {
        return new Observation(change, settled, quick.restarted(), slow);
    }

    /** Whether the change has no verdict yet. */
    boolean isUnjudged() {
        return quick.verdict().isEmpty();
    }

    /** The verdict if another change ends the observation; empty if the change has one. */
    Optional<Verdict> replacedBy(DecisionRecord other) {
        return isUnjudged()
                ? Optional.of(new Verdict(Outcome.UNKNOWN, new AnotherChange(other.id(), quick.evidence())))
                : Optional.empty();
    }

    /** The verdict of the last window; empty if it changed nothing. */
    Optional<Verdict> verdictSince(Observation former) {
        return harm().isPresent() ? harm() : former.quick.verdict().isPresent() ? Optional.empty() : quick.verdict();
    }

    private Optional<Verdict> harm() {
        return slow.verdict().filter(verdict -> verdict.outcome() == Outcome.WORSE);
    }

    /** Whether no further window can change the verdict. */
    boolean isOver() {
        return harm().isPresent()
                || (slow.isOver() && quick.verdict().isPresent())
                || quick.verdict()
                        .filter(verdict -> verdict.outcome() == Outcome.WORSE)
                        .isPresent();
    }

    public Activity activity() {
        String id = change.decided().id();
        if (isUnjudged() && quick.isNew()) {
            return new Settling(id);
        }
        return new Observing(id, isUnjudged() ? quick.remaining() : slow.remaining(), quick.evidence());
    }

    private Optional<KnobSetExternally> setSince(List<KnobState> knobs) {
        return knobs.stream()
                .filter(state -> state.isSetExternally()
                        && state.setAt().isAfter(change.decided().at()))
                .findFirst()
                .map(state -> new KnobSetExternally(state.knob(), state.live()));
    }
}
