package io.rafiki.workload;

/**
 * Operations of a node's tables by kind.
 *
 * @param reads single-partition reads
 * @param writes partition updates
 * @param scans range reads
 */
public record OperationCounts(long reads, long writes, long scans) {

    /** All operations. */
    public long total() {
        return reads + writes + scans;
    }
}
