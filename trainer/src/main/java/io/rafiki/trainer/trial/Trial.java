package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.rafiki.reason.ReasonText;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
 * @param properties YCSB properties of the workload file; absent without one
 * @param sustained what the sustained protocol records; absent otherwise
 * @param code code of the {@link TrialFailure}; absent on success
 * @param cause the failure in one line; absent on success
 * @param log the node's log, relative to the folder of trials.jsonl
 * @param host name of the machine that ran it; absent in old trials
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
        Map<String, String> properties,
        SustainedResult sustained,
        String code,
        String cause,
        String log,
        String host) {

    public Trial {
        // a user can mark a trial as failed
        cause = cause == null && status != null && !status.isMeasured() ? "no cause is recorded" : cause;
    }

    /** A copy with status aborted, because the collector was stopped. */
    public Trial aborted() {
        TrialFailure stopped = new TrialFailure.CampaignStopped();
        return ended(stopped.status(), null, null, null, stopped.code(), ReasonText.of(stopped));
    }

    /** A copy with every throughput multiplied by the factor. The trial must have been measured. */
    public Trial times(double factor) {
        return ended(status, throughput.times(factor), latencies, sustained, code, cause);
    }

    private Trial ended(
            TrialStatus end,
            Throughput measured,
            Map<String, TrialLatency> operations,
            SustainedResult more,
            String failure,
            String text) {
        return new Trial(
                id,
                end,
                workload,
                proposed,
                effective,
                seeds,
                environment,
                timing,
                measured,
                operations,
                properties,
                more,
                failure,
                text,
                log,
                host);
    }

    /** The load at the rate of the plan; empty without one. */
    public Optional<OpenLoop> atPlannedRate() {
        return sustained == null
                ? Optional.empty()
                : sustained.openLoops().stream()
                        .filter(OpenLoop::hasPlannedRate)
                        .findFirst();
    }

    /** The states of the files; empty unless it measured several. */
    public List<SustainedResult.State> states() {
        return sustained == null || sustained.states() == null ? List.of() : sustained.states();
    }

    /** The last sample of the compaction debt in the measured part; empty with the short protocol. */
    public Optional<DebtSample> debtAtEnd() {
        return sustained == null
                ? Optional.empty()
                : sustained.debt().stream()
                        .filter(sample -> sample.phase() == TrialPhase.MEASUREMENT)
                        .reduce((earlier, later) -> later);
    }

    /** Whether it has a valid rate. */
    @JsonIgnore
    public boolean isOk() {
        return status.isMeasured();
    }

    /** Whether node or clients failed or exceeded a deadline, possibly because of the configuration. */
    public boolean hasFailed() {
        return status == TrialStatus.FAILED || status == TrialStatus.TIMEOUT;
    }
}
