package io.rafiki.trainer.scenario;

/**
 * What one run did during one phase.
 *
 * @param readRatio share of reads that the clients were told to do
 * @param from first second of the phase, counted from the first operation
 * @param to second after its last
 * @param throughput operations per second over the phase's measured part, adaptation included
 * @param low lower end of the 95 % interval of the mean
 * @param high upper end
 * @param settled operations per second over the phase's last part, when a change has had its effect
 * @param readP99 99th percentile of read latency in milliseconds, NaN without reads
 * @param writeP99 the same of writes
 * @param configuration what the node ran at the end of the phase, as the node itself says; only what differs from the default
 * @param secondsToApplied from the phase's start to the applied configuration; NaN if none was applied in it
 */
record DemoPhase(
        double readRatio,
        double from,
        double to,
        double throughput,
        double low,
        double high,
        double settled,
        double readP99,
        double writeP99,
        String configuration,
        double secondsToApplied) {}
