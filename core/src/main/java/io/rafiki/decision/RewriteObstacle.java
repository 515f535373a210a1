package io.rafiki.decision;

import io.rafiki.reason.Reason;
import io.rafiki.surrogate.RelativeGain;
import java.time.Duration;
import java.util.Optional;

/** Why data may not be rewritten now. */
public sealed interface RewriteObstacle extends Reason {

    /**
     * The compactions of the last rewrite still run.
     *
     * @param pending compactions now
     * @param before compactions before that change
     */
    record RewriteRunning(String decision, int pending, int before) implements RewriteObstacle {}

    /** The last rewrite is too recent. */
    record RewriteTooRecent(String decision, Duration ago, Duration minimum) implements RewriteObstacle {}

    /**
     * The maximum number of rewrites per day is reached.
     *
     * @param next time until the next rewrite is allowed; empty if none is allowed
     */
    record RewriteBudgetSpent(int allowed, Optional<Duration> next) implements RewriteObstacle {}

    /**
     * The disks have too little free space.
     *
     * @param tables bytes of the tables; half of them must be free
     */
    record DiskShort(long free, long total, long tables) implements RewriteObstacle {}

    /** The free space is unknown. */
    record DiskUnknown(Reason failure) implements RewriteObstacle {}

    /**
     * The cluster has further nodes, which could rewrite their data at the same time.
     *
     * @param nodes nodes of the cluster
     */
    record RingUncoordinated(int nodes) implements RewriteObstacle {}

    /** The size of the tables is unknown. */
    record TableSizeUnknown() implements RewriteObstacle {}

    /** The gain over the best plan without a rewrite is too small. */
    record RewriteGainTooSmall(RelativeGain gain, double lowerBound, double minGain) implements RewriteObstacle {}

    /**
     * The gain repays the rewrite too late.
     *
     * @param bytes live data of the tables
     * @param transition duration of the rewrite
     * @param throughputLoss share of the throughput that clients lose during the rewrite
     * @param payback time from the change until the gain has repaid the loss; empty if it never does
     */
    record PaybackTooLate(
            long bytes, Duration transition, double throughputLoss, Optional<Duration> payback, Duration horizon)
            implements RewriteObstacle {}
}
