package io.rafiki.trainer.trial;

import java.util.Map;

/**
 * A load at a fixed rate. Latencies start at the intended start of each operation, so a delay of one operation counts for all that it
 * delays.
 *
 * @param share share of the sustained rate, 0 to 1
 * @param target operations per second
 * @param achieved operations per second since the load began; less than {@code target} if a backlog remains
 * @param p99 99th percentile of all operations in microseconds
 * @param latencies operation to its latencies
 */
public record OpenLoop(double share, double target, double achieved, long p99, Map<String, TrialLatency> latencies) {}
