package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * One line of {@code trials.jsonl}; docs/trials.md documents every field.
 *
 * @param id follows from workload and configuration, so that the same plan gives the same ids
 * @param status how it ended
 * @param workload what the clients did
 * @param proposed knob to value, as the plan wants it
 * @param effective knob to value, as the running node reported it; absent if it never ran
 * @param seeds whatever randomness was seeded
 * @param environment what it ran on
 * @param timing when it ran and how long its parts took
 * @param throughput absent unless it was measured
 * @param latencies operation to its latencies
 * @param cause one line; absent if it went well
 * @param log the node's log, relative to the folder of trials.jsonl
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Trial(
        String id,
        Status status,
        TrialWorkload workload,
        Map<String, Object> proposed,
        Map<String, Object> effective,
        Map<String, Long> seeds,
        Environment environment,
        Timing timing,
        Throughput throughput,
        Map<String, Latency> latencies,
        String cause,
        String log) {

    /** The same trial, given up because the collector was told to stop. */
    public Trial aborted() {
        return ended(Status.ABORTED, null, null, "the collector was told to stop");
    }

    /** The same trial, with every throughput multiplied; it must have been measured. */
    public Trial times(double factor) {
        return ended(status, throughput.times(factor), latencies, cause);
    }

    private Trial ended(Status how, Throughput measured, Map<String, Latency> operations, String why) {
        return new Trial(
                id, how, workload, proposed, effective, seeds, environment, timing, measured, operations, why, log);
    }

    @JsonIgnore
    public boolean isOk() {
        return status == Status.OK;
    }

    /** Whether node or clients failed, or took longer than they may: what may be due to the configuration. */
    public boolean hasFailed() {
        return status == Status.FAILED || status == Status.TIMEOUT;
    }
}
