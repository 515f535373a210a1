package io.rafiki.workload;

/**
 * Operations of a node's tables by kind.
 *
 * @param reads single-partition reads
 * @param writes partition updates
 * @param scans range reads
 */
public record OperationCounts(long reads, long writes, long scans) {

    public static final OperationCounts NONE = new OperationCounts(0, 0, 0);

    /** All operations. */
    public long total() {
        return reads + writes + scans;
    }

    /** The sum of both. */
    public OperationCounts plus(OperationCounts more) {
        return new OperationCounts(reads + more.reads, writes + more.writes, scans + more.scans);
    }

    /** The features that are shares of these operations; {@link Workload#NONE} without operations. */
    public Workload workload() {
        return WorkloadSensors.shares(Workload.NONE, this);
    }
}
