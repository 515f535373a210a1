package io.rafiki.decision;

import io.rafiki.reason.Reason;
import io.rafiki.surrogate.RelativeGain;
import java.time.Duration;
import java.util.Optional;

/**
 * The predicted benefit of a plan.
 *
 * @param rewrite cost and payback, if the plan rewrites data
 * @param deferred a further change that was left out because it rewrites data
 */
public record PredictedGain(RelativeGain gain, Optional<RewriteRepaid> rewrite, Optional<RewriteDeferred> deferred)
        implements Reason {

    /**
     * A rewrite of data that repays its cost in time.
     *
     * @param gain lower bound of the gain over the best plan without a rewrite
     * @param payback time from the change until the gain has repaid the loss
     */
    public record RewriteRepaid(RewriteCost cost, double gain, Duration payback) implements Reason {}
}
