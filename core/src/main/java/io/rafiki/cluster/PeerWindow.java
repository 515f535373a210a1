package io.rafiki.cluster;

/**
 * What a node measured in one window, for the comparison with its peers.
 *
 * @param readRatio share of reads among the client requests that it coordinated, 0 to 1; among its replica operations if it coordinated
 *     hardly any
 * @param replicaReadRatio share of reads among its replica operations; drivers and coordinators prefer some replicas for reads
 * @param mean mean time of its replica operations
 * @param tail 99th percentile of that time
 * @param cpuMicros processor time per replica operation in microseconds
 * @param diskReads bytes read from disks per replica operation
 * @param debt pending compactions
 * @param errors failed and timed-out requests, and dropped messages
 */
public record PeerWindow(
        double readRatio,
        double replicaReadRatio,
        Times mean,
        Times tail,
        double cpuMicros,
        double diskReads,
        double debt,
        long errors) {

    /**
     * A time in microseconds by kind of operation.
     *
     * @param read NaN without reads
     * @param write NaN without writes
     */
    public record Times(double read, double write) {

        /** The mean time of a mix of operations; a kind without operations does not count. */
        double of(double readRatio) {
            if (Double.isNaN(read) || Double.isNaN(write)) {
                return Double.isNaN(read) ? write : read;
            }
            return readRatio * read + (1 - readRatio) * write;
        }
    }

    boolean hasReads() {
        return !Double.isNaN(mean.read());
    }

    boolean hasWrites() {
        return !Double.isNaN(mean.write());
    }

    /** Mean time of its replica operations in microseconds. */
    public double serviceMicros() {
        return mean.of(replicaReadRatio);
    }
}
