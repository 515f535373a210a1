package io.rafiki.decision;

import io.rafiki.decision.PredictedGain.RewriteRepaid;
import io.rafiki.decision.RewriteObstacle.PaybackTooLate;
import io.rafiki.decision.RewriteObstacle.RewriteGainTooSmall;
import io.rafiki.decision.RewriteObstacle.TableSizeUnknown;
import io.rafiki.surrogate.RelativeGain;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The conditions of a rewrite of data.
 *
 * @param price cost of the rewrite; empty if it is unknown
 * @param obstacle a temporary reason why data may not be rewritten now; empty if there is none
 */
public record RewriteCostPolicy(Optional<RewritePrice> price, Optional<RewriteObstacle> obstacle) {

    /**
     * Adds the cost of its rewrite to a plan, or replaces the plan.
     *
     * @param more gain of the plan over the best plan without a rewrite
     * @param plan plan that rewrites data
     * @param other best plan without a rewrite, used if the rewrite is not allowed
     */
    public Plan chosen(RelativeGain more, Plan plan, Plan other, GuardrailConfig limits) {
        return violation(more, plan.changes(), limits)
                .map(why -> other.without(plan, why))
                .orElseGet(() -> plan.rewriting(repaid(more.lowerBound(limits.kappa()), plan)));
    }

    /** Why a plan that rewrites data is not allowed; empty if it is. */
    Optional<RewriteObstacle> violation(RelativeGain more, List<Change> changes, GuardrailConfig limits) {
        if (obstacle.isPresent()) {
            return obstacle;
        }
        if (price.isEmpty()) {
            return Optional.of(new TableSizeUnknown());
        }
        double lowerBound = more.lowerBound(limits.kappa());
        if (!(lowerBound >= limits.minGain())) {
            return Optional.of(new RewriteGainTooSmall(more, lowerBound, limits.minGain()));
        }
        RewriteCost rewrite = price.get().of(changes);
        Duration horizon = limits.rewriting().paybackHorizon();
        Optional<Duration> payback = rewrite.payback(lowerBound);
        return payback.filter(after -> after.compareTo(horizon) <= 0).isPresent()
                ? Optional.empty()
                : Optional.of(new PaybackTooLate(rewrite, payback, horizon));
    }

    private RewriteRepaid repaid(double gain, Plan plan) {
        RewriteCost rewrite = price.orElseThrow().of(plan.changes());
        return new RewriteRepaid(rewrite, gain, rewrite.payback(gain).orElseThrow());
    }
}
