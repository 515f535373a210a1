package io.rafiki.decision;

import io.rafiki.node.RewriteReading;
import io.rafiki.node.RunningCompaction;
import io.rafiki.reason.Reason;
import io.rafiki.surrogate.RelativeGain;
import java.time.Duration;
import java.util.Optional;

/** Why data may not be rewritten now. */
public sealed interface RewriteObstacle extends Reason {

    /**
     * The last rewrite is not complete.
     *
     * @param share completed share
     */
    record RewriteRunning(String decision, double share) implements RewriteObstacle {}

    /**
     * A task that an operator or a schema change started runs, such as a cleanup, a scrub, a major compaction or a view build.
     *
     * @param task its type, as {@code nodetool compactionstats} shows it
     * @param table {@code keyspace.table}
     */
    record ManualTaskRunning(String task, String table) implements RewriteObstacle {}

    /** The last rewrite is too recent. */
    record RewriteTooRecent(String decision, Duration ago, Duration minimum) implements RewriteObstacle {}

    /**
     * The maximum number of rewrites per day is reached.
     *
     * @param next time until the next rewrite is allowed; empty if none is allowed
     */
    record RewriteBudgetSpent(int allowed, Optional<Duration> next) implements RewriteObstacle {}

    /**
     * A disk with data of the tables has too little free space.
     *
     * @param directory data directory on that disk
     * @param required bytes that must be free
     * @param tables bytes of the tables on that disk
     * @param pinned bytes of them that snapshots or backups keep on the disk
     */
    record DiskShort(String directory, long free, long total, long required, long tables, long pinned)
            implements RewriteObstacle {}

    /** The free space is unknown. */
    record RewriteStateUnknown(Reason failure) implements RewriteObstacle {}

    /** The size of the tables is unknown. */
    record TableSizeUnknown() implements RewriteObstacle {}

    /** The gain over the best plan without a rewrite is too small. */
    record RewriteGainTooSmall(RelativeGain gain, double lowerBound, double minGain) implements RewriteObstacle {}

    /**
     * The gain repays the rewrite too late.
     *
     * @param payback time from the change until the gain has repaid the loss; empty if it never does
     */
    record PaybackTooLate(RewriteCost cost, Optional<Duration> payback, Duration horizon) implements RewriteObstacle {}

    /** Why the node does not permit a rewrite of its tables now; empty if it does. */
    static Optional<RewriteObstacle> of(RewriteReading reading) {
        return reading.running().stream()
                .filter(RunningCompaction::isManual)
                .findFirst()
                .<RewriteObstacle>map(task -> new ManualTaskRunning(task.task(), task.table()))
                .or(() -> RewriteSpace.shortage(reading));
    }
}
