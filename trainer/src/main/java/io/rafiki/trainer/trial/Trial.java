package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;

/**
 * One line of {@code trials.jsonl}; docs/trials.md documents every field.
 *
 * @param id derived from workload and configuration, so the same plan gives the same ids
 * @param status outcome
 * @param workload operations of the clients
 * @param proposed knob to planned value
 * @param effective knob to value that the running node reported; absent if it never ran
 * @param seeds seeds of all random generators
 * @param environment environment of the trial
 * @param timing start and durations
 * @param throughput absent unless measured
 * @param latencies operation to its latencies
 * @param cause one line; absent on success
 * @param log the node's log, relative to the folder of trials.jsonl
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record Trial(
        String id,
        TrialStatus status,
        TrialWorkload workload,
        Map<String, Object> proposed,
        Map<String, Object> effective,
        Map<String, Long> seeds,
        Environment environment,
        Timing timing,
        Throughput throughput,
        Map<String, TrialLatency> latencies,
        String cause,
        String log) {

    /** A copy with status aborted, because the collector was stopped. */
    public Trial aborted() {
        return ended(TrialStatus.ABORTED, null, null, "the collector was told to stop");
    }

    /** A copy with every throughput multiplied by the factor. The trial must have been measured. */
    public Trial times(double factor) {
        return ended(status, throughput.times(factor), latencies, cause);
    }

    private Trial ended(TrialStatus how, Throughput measured, Map<String, TrialLatency> operations, String why) {
        return new Trial(
                id, how, workload, proposed, effective, seeds, environment, timing, measured, operations, why, log);
    }

    @JsonIgnore
    public boolean isOk() {
        return status == TrialStatus.OK;
    }

    /** Whether node or clients failed or exceeded a deadline, possibly because of the configuration. */
    public boolean hasFailed() {
        return status == TrialStatus.FAILED || status == TrialStatus.TIMEOUT;
    }
}
