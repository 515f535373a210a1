package io.rafiki.decision;

import io.rafiki.decision.Decision.Hold;
import io.rafiki.decision.HoldReason.AlreadyBest;
import io.rafiki.decision.HoldReason.ChangeCostNotAllowed;
import io.rafiki.decision.HoldReason.GainImplausible;
import io.rafiki.decision.HoldReason.GainNotFinite;
import io.rafiki.decision.HoldReason.GainTooSmall;
import io.rafiki.decision.HoldReason.OnlyRewriteGains;
import io.rafiki.decision.HoldReason.OutsideTrainingDomain;
import io.rafiki.decision.HoldReason.Subject;
import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.RelativeGain;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The guardrails of a plan in their order; the first violated one gives the reason of the hold. */
final class PlanGuardrails {

    static final List<PlanGuardrail> ALL = List.of(
            PlanGuardrails::changesSomething,
            (plan, situation, limits) -> sound(plan, situation.model()),
            PlanGuardrails::affordable,
            PlanGuardrails::gainsEnough);

    /** A prediction for the current configuration near zero gives any gain. No measured gain exceeds a tenth of this. */
    private static final double MAX_GAIN = 10;

    private PlanGuardrails() {}

    private static Optional<Hold> changesSomething(Plan plan, DecisionInput situation, GuardrailConfig limits) {
        return hold(
                plan.changes().isEmpty(),
                () -> plan.deferred().<HoldReason>map(OnlyRewriteGains::new).orElseGet(AlreadyBest::new));
    }

    /** Whether the model's prediction is one. An operator's permission of a cost does not replace it. */
    static Optional<Hold> sound(Plan plan, Optional<ModelApplicability> applicability) {
        return finite(plan).or(() -> plausible(plan)).or(() -> trained(plan, applicability));
    }

    /** A model with an invalid weight predicts NaN, and every comparison with NaN is false. */
    private static Optional<Hold> finite(Plan plan) {
        RelativeGain gain = plan.gain();
        return hold(!Double.isFinite(gain.mean()) || !Double.isFinite(gain.deviation()), () -> new GainNotFinite(gain));
    }

    private static Optional<Hold> plausible(Plan plan) {
        RelativeGain gain = plan.gain();
        return hold(gain.mean() > MAX_GAIN, () -> new GainImplausible(gain, MAX_GAIN));
    }

    private static Optional<Hold> trained(Plan plan, Optional<ModelApplicability> applicability) {
        return applicability.flatMap(model -> outside(model, Subject.PROPOSED_CONFIGURATION, plan.to())
                .or(() -> outside(model, Subject.CURRENT_CONFIGURATION, plan.from())));
    }

    private static Optional<Hold> outside(ModelApplicability model, Subject subject, Configuration configuration) {
        return model.outside(configuration).map(violation -> new Hold(new OutsideTrainingDomain(subject, violation)));
    }

    private static Optional<Hold> affordable(Plan plan, DecisionInput situation, GuardrailConfig limits) {
        return plan.changes().stream()
                .filter(change -> !limits.allowedCosts().contains(change.cost()))
                .findFirst()
                .map(change -> new Hold(new ChangeCostNotAllowed(change)));
    }

    private static Optional<Hold> gainsEnough(Plan plan, DecisionInput situation, GuardrailConfig limits) {
        double lowerBound = plan.gain().lowerBound(limits.kappa());
        return hold(
                !(lowerBound >= limits.minGain()),
                () -> new GainTooSmall(plan.predicted(), lowerBound, limits.minGain()));
    }

    private static Optional<Hold> hold(boolean holds, Supplier<HoldReason> reason) {
        return holds ? Optional.of(new Hold(reason.get())) : Optional.empty();
    }
}
