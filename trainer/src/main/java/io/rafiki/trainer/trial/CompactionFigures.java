package io.rafiki.trainer.trial;

/**
 * What a node reports about its compactions. Bytes and counts are totals since the start of the node, unless stated. A figure is null if
 * the node does not report it.
 *
 * @param pendingTasks pending compactions now
 * @param pendingBytes bytes that the running compactions have still to read
 * @param sstables live sstables of the table now
 * @param sstablesPerRead mean number of sstables per read, weighted to the last minutes
 * @param liveBytes size of the live sstables now
 * @param flushedBytes bytes that were flushed
 * @param compactedBytes bytes that compactions have written
 * @param blockedWrites writes that waited for memtable space
 * @param pendingFlushes flushes that wait for a flush writer now
 */
public record CompactionFigures(
        Double pendingTasks,
        Double pendingBytes,
        Double sstables,
        Double sstablesPerRead,
        Double liveBytes,
        Double flushedBytes,
        Double compactedBytes,
        Double blockedWrites,
        Double pendingFlushes) {

    /** The figures of a node without compactions. */
    public static final CompactionFigures NONE =
            new CompactionFigures(null, null, null, null, null, null, null, null, null);

    /** Whether the node writes sstables, which compactions merge. */
    boolean areReported() {
        return flushedBytes != null;
    }
}
