package io.rafiki.decision;

import io.rafiki.decision.Decision.Apply;
import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.Decision.Propose;
import io.rafiki.decision.ProposalReason.AwaitsApproval;
import io.rafiki.decision.ProposalReason.AwaitsRollout;
import io.rafiki.decision.ProposalReason.Mismatch;
import io.rafiki.decision.ProposalReason.ModeAdvises;
import io.rafiki.decision.ProposalReason.ModelUnreliable;
import io.rafiki.decision.ProposalReason.ProvenanceMismatch;
import io.rafiki.decision.ProposalReason.RequestedByOperator;
import io.rafiki.decision.ProposalReason.WorkloadNotTrained;
import java.util.List;
import java.util.Optional;

/**
 * Decides about one window: the guardrails before the search, the guardrails of the found plan, then the mode.
 *
 * <p>When an operator requests a proposal, the guardrails that only pace the loop do not apply (pause, mode, unchanged workload,
 * cool-down), and nothing is executed at once.
 */
public final class Policy {

    /** Consecutive changes that made the node slower, after which the model only advises. */
    private static final int WRONG = 3;

    private final GuardrailConfig limits;
    private final boolean isInCluster;

    /** For a node that decides alone. */
    public Policy(GuardrailConfig limits) {
        this(limits, false);
    }

    /** @param isInCluster whether roll-outs of the cluster change the node, instead of its own decisions */
    public Policy(GuardrailConfig limits, boolean isInCluster) {
        this.limits = limits;
        this.isInCluster = isInCluster;
    }

    public GuardrailConfig limits() {
        return limits;
    }

    /** The hold that makes a search unnecessary; empty if the search may start. */
    public Optional<Hold> beforeSearch(DecisionInput situation) {
        return WindowGuardrails.ALL.stream()
                .flatMap(guard -> guard.check(situation, limits).stream())
                .findFirst();
    }

    /** The decision about a plan. */
    public Decision about(Plan plan, DecisionInput situation) {
        Optional<Hold> hold = PlanGuardrails.ALL.stream()
                .flatMap(guard -> guard.check(plan, situation, limits).stream())
                .findFirst();
        if (hold.isPresent()) {
            return hold.get();
        }
        return untrusted(situation)
                .<Decision>map(reason -> new Propose(plan, reason))
                .orElseGet(() -> switch (situation.mode()) {
                    case OBSERVE, ADVISE -> new Propose(plan, new ModeAdvises(situation.mode()));
                    case APPROVE, AUTO -> {
                        if (isInCluster) {
                            yield new Propose(plan, new AwaitsRollout());
                        }
                        if (situation.mode() == Mode.APPROVE) {
                            yield new Propose(plan, new AwaitsApproval());
                        }
                        yield situation.asked() ? new Propose(plan, new RequestedByOperator()) : new Apply(plan);
                    }
                });
    }

    /** Whether an operator may permit the plan's cost: the gain is finite and plausible, and the configurations are trained. */
    public static boolean isSound(Plan plan, Optional<ModelApplicability> model) {
        return PlanGuardrails.sound(plan, model).isEmpty();
    }

    /**
     * Why an operator's {@code apply} is refused now; empty if it is not. The proposal passed the guardrails when it was made. Only
     * mode and provenance are checked again.
     */
    public Optional<ProposalReason> violation(DecisionInput situation) {
        return violationOfMode(situation).or(() -> untrusted(situation));
    }

    /** Why the mode permits no change; empty if it does. A roll-out is checked by it alone, because its canary tests the model. */
    public Optional<ProposalReason> violationOfMode(DecisionInput situation) {
        return switch (situation.mode()) {
            case OBSERVE, ADVISE -> Optional.of(new ModeAdvises(situation.mode()));
            case APPROVE, AUTO -> Optional.empty();
        };
    }

    /** Why the model may only advise in any mode; empty if it may be applied. */
    public Optional<ProposalReason> untrusted(DecisionInput situation) {
        return modelUnreliable(situation)
                .or(() -> provenanceMismatch(situation))
                .or(() -> untrainedFeature(situation));
    }

    /** The latest wrong predictions, if they limit the model to advice; empty otherwise. */
    public Optional<ProposalReason> modelUnreliable(DecisionInput situation) {
        List<String> wrong = situation.wrong();
        return wrong.size() < WRONG
                ? situation.model().flatMap(ModelApplicability::contradiction)
                : Optional.of(new ModelUnreliable(wrong));
    }

    private static Optional<ProposalReason> untrainedFeature(DecisionInput situation) {
        return situation
                .model()
                .flatMap(model -> situation.window().flatMap(window -> model.untrainedFeature(window.workload())))
                .map(WorkloadNotTrained::new);
    }

    private Optional<ProposalReason> provenanceMismatch(DecisionInput situation) {
        List<Mismatch> mismatches =
                situation.model().map(ModelApplicability::mismatches).orElse(List.of());
        return mismatches.isEmpty() || !limits.strictProvenance()
                ? Optional.empty()
                : Optional.of(new ProvenanceMismatch(mismatches));
    }
}
