package io.rafiki.decision;

import io.rafiki.reason.Reason;
import java.time.Duration;
import java.util.Optional;

/** Why a rewrite that is in progress must stop. */
public sealed interface RewriteAbort extends Reason {

    /**
     * A disk with data of the tables has too little free space to continue.
     *
     * @param directory data directory on that disk
     * @param floor bytes that must stay free
     */
    record DiskRunsOut(String directory, long free, long total, long floor) implements RewriteAbort {}

    /**
     * The rewrite is so slow that its gain cannot repay it in time.
     *
     * @param share completed share of the rewrite
     * @param shortest lower limit of the estimated duration of the whole rewrite
     * @param payback time from the change until the gain has repaid the loss; empty if it never does
     */
    record PaybackImpossible(
            Duration elapsed, double share, Duration shortest, Optional<Duration> payback, Duration horizon)
            implements RewriteAbort {}
}
