package io.rafiki.trainer.trial;

import java.time.Instant;

/**
 * The start and the durations of a trial.
 *
 * @param startedAt ISO-8601 instant
 * @param readySeconds from the start of the process until clients can connect; on Redis, until the data are loaded
 * @param warmUpSeconds length of the load before the measured part
 * @param measuredSeconds length of the measured part
 * @param totalSeconds length of the whole trial, including copying or loading its data and deleting them
 * @param otherCpuShare CPU share of processes other than node, client and collector during the load, 0 to 1; absent if it cannot be
 *     measured
 */
public record Timing(
        String startedAt,
        double readySeconds,
        double warmUpSeconds,
        double measuredSeconds,
        double totalSeconds,
        Double otherCpuShare) {

    /** {@link #startedAt} as an instant. */
    public Instant started() {
        return Instant.parse(startedAt);
    }
}
