package io.rafiki.decision;

import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.Decision.Propose;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Decides about one window: the guards before the search, the guards on the plan that the search found, then the mode.
 *
 * <p>When a human asks for a proposal, the guards that only pace the loop are left out (hold, mode, unchanged workload,
 * cool-down), and nothing is applied at once.
 */
public final class Decider {

    /** Changes in succession that made the node worse, after which the model is not believed. */
    private static final int WRONG = 3;

    private final Limits limits;

    public Decider(Limits limits) {
        this.limits = limits;
    }

    public Limits limits() {
        return limits;
    }

    /** The hold that makes a search needless; empty if the model may be asked. */
    public Optional<Hold> beforeSearch(Situation situation) {
        return WindowGuards.ALL.stream()
                .flatMap(guard -> guard.check(situation, limits).stream())
                .findFirst();
    }

    /** What becomes of a plan. */
    public Decision about(Plan plan, Situation situation) {
        Optional<Hold> hold = PlanGuards.ALL.stream()
                .flatMap(guard -> guard.check(plan, situation, limits).stream())
                .findFirst();
        if (hold.isPresent()) {
            return hold.get();
        }
        String gain = PlanGuards.gain(plan);
        Optional<String> untrusted = untrusted(situation);
        if (untrusted.isPresent()) {
            return new Propose(plan, gain + "; advice only: " + untrusted.get());
        }
        return switch (situation.mode()) {
            case OBSERVE, ADVISE -> new Propose(plan, gain + "; advice only: mode " + situation.mode());
            case APPROVE -> new Propose(plan, gain + "; awaits apply");
            case AUTO ->
                situation.asked() ? new Propose(plan, gain + "; was asked for, awaits apply") : new Apply(plan, gain);
        };
    }

    /**
     * Why a human's {@code apply} is refused now; empty if it is not. What a human applies has been shown and passed the guards
     * when it was; mode and provenance are asked again.
     */
    public Optional<String> refusal(Situation situation) {
        return switch (situation.mode()) {
            case OBSERVE, ADVISE ->
                Optional.of("mode is " + situation.mode()
                        + ", in which nothing is written to the node. setMode approve, then apply again");
            case APPROVE, AUTO -> untrusted(situation);
        };
    }

    /** Says in one phrase why the model may only advise, whatever the mode; empty if it may do more. */
    public Optional<String> untrusted(Situation situation) {
        return misled(situation).or(() -> foreign(situation));
    }

    /** Says in one phrase that the model's last predictions were wrong, so that it may only advise; empty if they were not. */
    public Optional<String> misled(Situation situation) {
        List<String> wrong = situation.wrong();
        return wrong.size() < WRONG
                ? Optional.empty()
                : Optional.of("the last " + wrong.size() + " changes made the node worse (" + String.join(", ", wrong)
                        + "). Train the model anew, or resume");
    }

    private Optional<String> foreign(Situation situation) {
        List<String> mismatches = situation.model().map(Trust::mismatches).orElse(List.of());
        return mismatches.isEmpty() || !limits.strictProvenance()
                ? Optional.empty()
                : Optional.of("the model is from another kind of node ("
                        + mismatches.stream().collect(Collectors.joining("; "))
                        + "). Train on this one, or set guards.provenance: warn");
    }
}
