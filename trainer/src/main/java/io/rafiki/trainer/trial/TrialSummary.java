package io.rafiki.trainer.trial;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;

/**
 * The line that {@code rafiki trial} prints.
 *
 * @param seconds machine time: length of the whole trial. The preparation of a data set for Cassandra is no part of it; on Redis, each
 *     trial loads its data
 * @param rate operations per second; absent without a measurement
 * @param low lower end of its 95 % interval
 * @param high upper end of its 95 % interval
 * @param p99At75 99th percentile of latency at 75 % of the rate, from intended starts, in microseconds; absent if the node did not carry
 *     it. It is measured in the last state only, so it is one sample of the phase between compactions
 * @param p99At95 the same at 95 %
 * @param p99AtRate the same at the rate of the plan; absent without one, or if the node did not carry it
 * @param achievedAtRate operations per second of that load
 * @param debt last sample of the measured part
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TrialSummary(
        String id,
        TrialStatus status,
        double seconds,
        Double rate,
        Double low,
        Double high,
        Long p99At75,
        Long p99At95,
        Long p99AtRate,
        Double achievedAtRate,
        DebtSample debt,
        String code,
        String cause,
        String log) {

    private static final JsonMapper JSON = new JsonMapper();

    public static TrialSummary of(Trial trial) {
        Throughput rate = trial.throughput();
        SustainedResult sustained = trial.sustained();
        Optional<OpenLoop> atRate = trial.atPlannedRate();
        return new TrialSummary(
                trial.id(),
                trial.status(),
                trial.timing().totalSeconds(),
                rate == null ? null : Double.valueOf(rate.mean()),
                rate == null ? null : Double.valueOf(rate.low()),
                rate == null ? null : Double.valueOf(rate.high()),
                p99(sustained, SustainedLoad.SHARES.get(0)),
                p99(sustained, SustainedLoad.SHARES.get(1)),
                atRate.filter(OpenLoop::hasCarriedTarget).map(OpenLoop::p99).orElse(null),
                atRate.map(OpenLoop::achieved).orElse(null),
                trial.debtAtEnd().orElse(null),
                trial.code(),
                trial.cause(),
                trial.log());
    }

    /** One line of JSON. */
    public String line() throws JsonProcessingException {
        return JSON.writeValueAsString(this);
    }

    private static Long p99(SustainedResult sustained, double share) {
        return sustained == null
                ? null
                : sustained.openLoops().stream()
                        .filter(loop -> !loop.hasPlannedRate() && loop.share() == share)
                        .filter(OpenLoop::hasCarriedTarget)
                        .map(OpenLoop::p99)
                        .findFirst()
                        .orElse(null);
    }
}
