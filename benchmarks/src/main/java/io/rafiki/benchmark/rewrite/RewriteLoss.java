package io.rafiki.benchmark.rewrite;

import io.rafiki.decision.CompactionThrottle.Level;
import io.rafiki.workload.ClientCounts;
import java.time.Duration;

/**
 * The clients' loss during a rewrite, without the quiet time after its last compaction: an immutable value that {@link #next} replaces.
 *
 * @param level of the clients before the rewrite
 * @param before requests until the rewrite
 * @param now requests until the last sample, or until the first one of the present quiet time
 * @param isQuiet whether no compaction of old files ran at the last sample
 */
record RewriteLoss(Level level, ClientCounts before, ClientCounts now, boolean isQuiet) {

    static RewriteLoss begin(Level level, ClientCounts before) {
        return new RewriteLoss(level, before, before, false);
    }

    RewriteLoss next(ClientCounts sample, boolean quiet) {
        return new RewriteLoss(level, before, isQuiet && quiet ? now : sample, quiet);
    }

    /**
     * The lost share of the throughput.
     *
     * @param length of the rewrite, without the quiet time; more than zero
     */
    double share(Duration length) {
        return 1 - Level.of(now.since(before), length).perSecond() / level.perSecond();
    }
}
