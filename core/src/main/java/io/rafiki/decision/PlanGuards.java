package io.rafiki.decision;

import io.rafiki.decision.Decision.Hold;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The guards on a plan, in the order in which they are asked; the first that holds gives the reason. */
final class PlanGuards {

    static final List<PlanGuard> ALL = List.of(
            PlanGuards::changesSomething,
            PlanGuards::believable,
            PlanGuards::trained,
            PlanGuards::affordable,
            PlanGuards::gainsEnough);

    private PlanGuards() {}

    private static Optional<Hold> changesSomething(Plan plan, Situation situation, Limits limits) {
        if (!plan.changes().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(plan.heldBack()
                .map(why -> new Hold(Cause.REWRITE, "nothing better without rewriting data; " + why))
                .orElse(new Hold(Cause.BEST_ALREADY, "the present configuration is the best that was found")));
    }

    /** A model with a broken weight predicts NaN, and every comparison with NaN is false. */
    private static Optional<Hold> believable(Plan plan, Situation situation, Limits limits) {
        return hold(
                !Double.isFinite(plan.gain().mean())
                        || !Double.isFinite(plan.gain().deviation()),
                Cause.GAIN,
                "predicted gain is not a number: " + plan.gain().mean() + " +- "
                        + plan.gain().deviation());
    }

    private static Optional<Hold> trained(Plan plan, Situation situation, Limits limits) {
        return situation
                .model()
                .flatMap(model -> model.outside(plan.to())
                        .or(() -> model.outside(plan.from()).map(outside -> "the node's present " + outside)))
                .map(outside -> new Hold(Cause.ENVELOPE, outside));
    }

    private static Optional<Hold> affordable(Plan plan, Situation situation, Limits limits) {
        return plan.changes().stream()
                .filter(change -> !limits.costs().contains(change.cost()))
                .findFirst()
                .map(change -> new Hold(
                        Cause.COST,
                        change + " costs " + change.cost().name().toLowerCase(Locale.ROOT) + ", which is not allowed"));
    }

    private static Optional<Hold> gainsEnough(Plan plan, Situation situation, Limits limits) {
        double lowerBound = plan.gain().lowerBound(limits.kappa());
        return hold(
                !(lowerBound >= limits.minGain()),
                Cause.GAIN,
                String.format(
                        Locale.ROOT,
                        "%s, lower bound %.1f%% < %.1f%%%s",
                        predicted(plan),
                        100 * lowerBound,
                        100 * limits.minGain(),
                        terms(plan)));
    }

    /** {@code predicted gain 7.2% +- 1.1%}, and what there is to say of rewriting. */
    static String gain(Plan plan) {
        return predicted(plan) + terms(plan);
    }

    private static String terms(Plan plan) {
        return plan.rewrite().map(text -> "; " + text).orElse("")
                + plan.heldBack().map(text -> "; " + text).orElse("");
    }

    private static String predicted(Plan plan) {
        return String.format(
                Locale.ROOT,
                "predicted gain %.1f%% +- %.1f%%",
                100 * plan.gain().mean(),
                100 * plan.gain().deviation());
    }

    private static Optional<Hold> hold(boolean holds, Cause cause, String reason) {
        return holds ? Optional.of(new Hold(cause, reason)) : Optional.empty();
    }
}
