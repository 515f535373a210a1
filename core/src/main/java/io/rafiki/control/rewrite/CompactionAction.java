package io.rafiki.control.rewrite;

import io.rafiki.node.TrialFiles;

/** A temporary action on the node's compactions for a rewrite of data. It is recorded before it is made. */
public sealed interface CompactionAction {

    /**
     * Another limit of all compactions.
     *
     * @param decision of the rewrite
     * @param from expected present limit in MiB per second; 0 for none
     * @param to new limit
     * @param ends whether the value from before the rewrite is restored
     */
    record Throttle(String decision, long from, long to, boolean ends) implements CompactionAction {}

    /** The compaction of some files, which shows the rate of compactions. */
    record Trial(String decision, TrialFiles files) implements CompactionAction {}
}
