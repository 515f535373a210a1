package io.rafiki.cluster;

/**
 * What a node measured in one window, for the comparison with its peers.
 *
 * @param readRatio share of reads in its replica operations, 0 to 1
 * @param serviceMicros mean time of its replica operations in microseconds
 * @param tailMicros 99th percentile of that time in microseconds
 * @param cpuMicros processor time per replica operation in microseconds
 * @param diskReads bytes read from disks per replica operation
 * @param debt pending compactions
 * @param errors failed and timed-out requests, and dropped messages
 */
public record PeerWindow(
        double readRatio,
        double serviceMicros,
        double tailMicros,
        double cpuMicros,
        double diskReads,
        double debt,
        long errors) {}
