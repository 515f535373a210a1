package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Compaction debt and resource use at one time. Counters start at the first sample. A value is absent if node or system do not report it.
 *
 * @param second seconds since recording began
 * @param phase phase of the trial
 * @param pendingTasks pending compactions
 * @param pendingMiB MiB that the running compactions have still to read
 * @param sstables live sstables of the table
 * @param sstablesPerRead mean number of sstables per read, weighted to the last minutes
 * @param liveMiB size of the live sstables
 * @param flushedMiB flushed since recording began
 * @param compactedMiB written by compactions since recording began
 * @param blockedWrites writes that waited for memtable space since recording began
 * @param pendingFlushes flushes that wait for a flush writer
 * @param readMiB read by the node from disks since recording began
 * @param cacheMiB page cache of the node's control group
 * @param nodeCpu processors that the node used since the previous sample
 * @param clientCpu share of its processors that the client used since the previous sample, 0 to 1
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DebtSample(
        int second,
        TrialPhase phase,
        Long pendingTasks,
        Long pendingMiB,
        Long sstables,
        Double sstablesPerRead,
        Long liveMiB,
        Long flushedMiB,
        Long compactedMiB,
        Long blockedWrites,
        Long pendingFlushes,
        Long readMiB,
        Long cacheMiB,
        Double nodeCpu,
        Double clientCpu) {

    /** Whether the node reports sstables and pending compactions. */
    public boolean hasCompactions() {
        return sstables != null && pendingTasks != null;
    }
}
