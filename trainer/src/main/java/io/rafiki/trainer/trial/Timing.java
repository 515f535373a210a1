package io.rafiki.trainer.trial;

import java.time.Instant;

/**
 * When a trial ran and how long its parts took.
 *
 * @param startedAt ISO-8601 instant
 * @param readySeconds from the start of the node's process until clients could connect
 * @param warmUpSeconds of load before the measured part
 * @param measuredSeconds length of the measured part
 * @param totalSeconds all of the trial, with copying and removing its data
 * @param otherCpuShare share of our processors that others than node, client and collector used during the load, 0 to 1; absent
 *     where nobody could see it
 */
public record Timing(
        String startedAt,
        double readySeconds,
        double warmUpSeconds,
        double measuredSeconds,
        double totalSeconds,
        Double otherCpuShare) {

    /** {@link #startedAt} as a moment. */
    public Instant started() {
        return Instant.parse(startedAt);
    }
}
