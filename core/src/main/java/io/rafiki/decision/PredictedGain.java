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
     * @param bytes live data of the tables
     * @param transition duration of the rewrite
     * @param throughputLoss share of the throughput that clients lose during the rewrite
     * @param payback time from the change until the gain has repaid the loss
     */
    public record RewriteRepaid(long bytes, Duration transition, double throughputLoss, Duration payback)
            implements Reason {}
}
