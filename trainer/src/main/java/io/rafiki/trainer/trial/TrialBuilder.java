package io.rafiki.trainer.trial;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.reason.ReasonText;
import io.rafiki.trainer.host.PortTakenException;
import io.rafiki.trainer.ycsb.DeadlineException;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Collects the facts of a trial while it runs. */
final class TrialBuilder {

    /** A stall of this length is longer than a flush or a garbage collection. */
    private static final long STALL_SECONDS = 10;

    private static final JsonMapper JSON = new JsonMapper();

    private final PlannedTrial planned;
    private final TrialConditions conditions;
    private final Map<String, Long> seeds;
    private final Instant startedAt = Instant.now();
    private final long begin = System.nanoTime();
    private Optional<TrialFailure> failure = Optional.empty();
    private Map<String, Object> effective;
    private Environment environment;
    private double readySeconds;
    private int warmUpSeconds;
    private double totalSeconds;
    private Double otherCpuShare;
    private Throughput throughput;
    private Map<String, TrialLatency> latencies;
    private SustainedMeasurement measured;
    private Integer measuredSeconds;
    private String seriesFile;
    private boolean failed;
    private String log;

    TrialBuilder(PlannedTrial planned, TrialConditions conditions, Map<String, Long> seeds) {
        this.planned = planned;
        this.conditions = conditions;
        this.seeds = seeds;
    }

    String id() {
        return planned.id();
    }

    /** Why the trial has no valid measurement; empty if it has one. */
    Optional<TrialFailure> failure() {
        return failure;
    }

    void environment(Environment known) {
        environment = known;
    }

    void ready(long nanos) {
        readySeconds = nanos / 1e9;
    }

    /** Records the reported values. A knob that is not in effect fails the trial. */
    void effective(Map<String, Object> reported) throws IOException {
        effective = reported;
        for (Map.Entry<String, Object> proposed :
                planned.configuration().toMap().entrySet()) {
            Object found = reported.get(proposed.getKey());
            if (!proposed.getValue().equals(found)) {
                throw new TrialException(
                        new TrialFailure.KnobNotInEffect(proposed.getKey(), proposed.getValue(), found));
            }
        }
    }

    /**
     * Records the result without the warm-up. A stall fails the trial unless other processes disturbed it. Failed operations fail it
     * unless it did not become stationary.
     */
    void measured(LoadResult driven, Optional<Double> others) throws IOException {
        YcsbResult result = driven.result();
        warmUpSeconds = driven.warmUpSeconds();
        int end = warmUpSeconds + (int) conditions.measurement().toSeconds();
        throughput = Throughput.of(result.perSecond(warmUpSeconds, end));
        latencies = new LinkedHashMap<>();
        result.latencies(warmUpSeconds, end)
                .forEach((name, histogram) -> latencies.put(name, TrialLatency.of(histogram)));
        otherCpuShare = others.map(share -> Math.round(share * 1000) / 1000.0).orElse(null);
        if (others.isPresent() && others.get() > conditions.maxBackgroundCpu()) {
            failure = Optional.of(new TrialFailure.BackgroundCpuTooHigh(others.get(), conditions.maxBackgroundCpu()));
            return;
        }
        if (throughput.longestStall()
                >= Math.min(STALL_SECONDS, conditions.measurement().toSeconds() / 2)) {
            throw new TrialException(new TrialFailure.NodeStalled(throughput.longestStall()));
        }
        if (driven.disturbance().isPresent()) {
            failure = driven.disturbance();
            return;
        }
        if (result.failures() > 0) {
            throw new TrialException(new TrialFailure.OperationsFailed(result.failures()));
        }
    }

    /** Records the result of the sustained protocol. Its reservations keep the rate. */
    void measured(SustainedMeasurement measured, Optional<Double> others) throws IOException {
        this.measured = measured;
        warmUpSeconds = measured.states().get(0).begin();
        measuredSeconds = measured.seconds();
        throughput = measured.rate().throughput();
        latencies = measured.latencies();
        otherCpuShare = others.map(share -> Math.round(share * 1000) / 1000.0).orElse(null);
        if (others.isPresent() && others.get() > conditions.maxBackgroundCpu()) {
            failure = Optional.of(new TrialFailure.BackgroundCpuTooHigh(others.get(), conditions.maxBackgroundCpu()));
            return;
        }
        if (throughput.longestStall() >= STALL_SECONDS) {
            throw new TrialException(new TrialFailure.NodeStalled(throughput.longestStall()));
        }
        if (measured.failures() > 0) {
            throw new TrialException(new TrialFailure.OperationsFailed(measured.failures()));
        }
        failure = measured.remark();
    }

    /** All seconds and samples of the sustained protocol, as JSON. */
    Optional<String> series() throws IOException {
        return measured == null
                ? Optional.empty()
                : Optional.of(JSON.writeValueAsString(Map.of(
                        "states",
                        measured.states().stream().map(TrialBuilder::series).toList(),
                        "debt",
                        measured.debt())));
    }

    private static Map<String, Object> series(MeasuredState state) {
        return Map.of(
                "perSecond",
                state.result().series().perSecond(),
                "p99PerSecond",
                state.result().p99(0, state.end()),
                "measuredFrom",
                state.begin());
    }

    void seriesFile(String path) {
        seriesFile = path;
    }

    /** The seed of the operations: differs between trials, and repeats with the trial. */
    long operationsSeed() {
        long seed = Long.parseLong(planned.id(), 16);
        for (long each : seeds.values()) {
            seed = 31 * seed + each;
        }
        return seed;
    }

    void failed(IOException e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        failure = Optional.of(
                e instanceof TrialException known
                        ? known.failure()
                        : e instanceof DeadlineException
                                ? new TrialFailure.PhaseTooLong(message)
                                : e instanceof PortTakenException
                                        ? new TrialFailure.PortTaken(message)
                                        : new TrialFailure.NodeOrClientFailed(message));
        throughput = null;
        latencies = null;
        failed = true;
    }

    void log(String path) {
        log = path;
    }

    void ended() {
        totalSeconds = (System.nanoTime() - begin) / 1e9;
    }

    Trial trial() {
        Map<String, String> ycsb = conditions.ycsb(planned.workload());
        String reuse = ycsb.get("rafiki.reuse.mean");
        TrialWorkload workload = new TrialWorkload(
                planned.workload(),
                conditions.data().records(),
                (long) conditions.data().fields() * conditions.data().fieldBytes(),
                conditions.data().updateFraction(),
                reuse == null ? ycsb.get("requestdistribution") : null,
                reuse == null ? null : Double.valueOf(reuse),
                conditions.threads());
        Timing timing = new Timing(
                startedAt.toString(),
                Math.round(readySeconds * 10) / 10.0,
                warmUpSeconds,
                measuredSeconds == null ? conditions.measurement().toMillis() / 1000.0 : measuredSeconds,
                Math.round(totalSeconds * 10) / 10.0,
                otherCpuShare);
        return new Trial(
                planned.id(),
                failure.map(TrialFailure::status).orElse(TrialStatus.OK),
                workload,
                planned.configuration().toMap(),
                effective,
                seeds,
                environment,
                timing,
                throughput,
                latencies,
                conditions.properties().isEmpty() ? null : new TreeMap<>(conditions.properties()),
                measured == null || failed ? null : measured.recorded(seriesFile),
                failure.map(TrialFailure::code).orElse(null),
                failure.map(ReasonText::of).orElse(null),
                log,
                HostInfo.host());
    }
}
