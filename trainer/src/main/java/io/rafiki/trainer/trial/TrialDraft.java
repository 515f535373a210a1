package io.rafiki.trainer.trial;

import io.rafiki.trainer.ycsb.DeadlineException;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A trial while it runs: what is known of it so far. */
final class TrialDraft {

    /** A pause of so many seconds is no pause for a flush or a collection. */
    private static final long STALL_SECONDS = 10;

    private final PlannedTrial planned;
    private final Conditions conditions;
    private final Map<String, Long> seeds;
    private final Instant startedAt = Instant.now();
    private final long begin = System.nanoTime();
    private Status status = Status.OK;
    private String cause;
    private Map<String, Object> effective;
    private Environment environment;
    private double readySeconds;
    private int warmUpSeconds;
    private double totalSeconds;
    private Double otherCpuShare;
    private Throughput throughput;
    private Map<String, Latency> latencies;
    private String log;

    TrialDraft(PlannedTrial planned, Conditions conditions, Map<String, Long> seeds) {
        this.planned = planned;
        this.conditions = conditions;
        this.seeds = seeds;
    }

    String id() {
        return planned.id();
    }

    boolean isOk() {
        return status == Status.OK;
    }

    void environment(Environment known) {
        environment = known;
    }

    void ready(long nanos) {
        readySeconds = nanos / 1e9;
    }

    /** Takes what the node reports; a knob that is not in effect makes the trial a failure. */
    void effective(Map<String, Object> reported) throws IOException {
        effective = reported;
        for (Map.Entry<String, Object> proposed :
                planned.configuration().toMap().entrySet()) {
            Object found = reported.get(proposed.getKey());
            if (!proposed.getValue().equals(found)) {
                throw new IOException("effective configuration: expected " + proposed.getKey() + "="
                        + proposed.getValue() + ", found " + found);
            }
        }
    }

    /**
     * Takes the result: the warm-up is cut off; a stall makes the trial a failure unless others disturbed it, and so do operations that
     * failed unless it did not become stationary.
     */
    void measured(Driven driven, Optional<Double> others) throws IOException {
        YcsbResult result = driven.result();
        warmUpSeconds = driven.warmUpSeconds();
        int end = warmUpSeconds + (int) conditions.measured().toSeconds();
        throughput = Throughput.of(result.perSecond(warmUpSeconds, end));
        latencies = new LinkedHashMap<>();
        result.latencies(warmUpSeconds, end).forEach((name, histogram) -> latencies.put(name, Latency.of(histogram)));
        otherCpuShare = others.map(share -> Math.round(share * 1000) / 1000.0).orElse(null);
        if (others.isPresent() && others.get() > conditions.mostOthers()) {
            status = Status.DISTURBED;
            cause = String.format(
                    Locale.ROOT,
                    "others used %.0f %% of the processors, more than %.0f %%",
                    100 * others.get(),
                    100 * conditions.mostOthers());
            return;
        }
        if (throughput.longestStandstill()
                >= Math.min(STALL_SECONDS, conditions.measured().toSeconds() / 2)) {
            throw new IOException("node: expected operations all the time, found none for "
                    + throughput.longestStandstill() + " s: it stalled.");
        }
        if (driven.unsettled().isPresent()) {
            status = Status.DISTURBED;
            cause = driven.unsettled().get();
            return;
        }
        if (result.failures() > 0) {
            throw new IOException(
                    "YCSB: expected every operation to succeed, found " + result.failures() + " failures.");
        }
    }

    void failed(IOException failure) {
        status = failure instanceof DeadlineException ? Status.TIMEOUT : Status.FAILED;
        cause = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        throughput = null;
        latencies = null;
    }

    void log(String path) {
        log = path;
    }

    void ended() {
        totalSeconds = (System.nanoTime() - begin) / 1e9;
    }

    Trial trial() {
        Double reuse = conditions.reuseDistance().orElse(null);
        TrialWorkload workload = new TrialWorkload(
                planned.readRatio(),
                conditions.data().records(),
                (long) conditions.data().fields() * conditions.data().fieldBytes(),
                conditions.data().overwrites(),
                reuse,
                conditions.threads());
        Timing timing = new Timing(
                startedAt.toString(),
                Math.round(readySeconds * 10) / 10.0,
                warmUpSeconds,
                conditions.measured().toMillis() / 1000.0,
                Math.round(totalSeconds * 10) / 10.0,
                otherCpuShare);
        return new Trial(
                planned.id(),
                status,
                workload,
                planned.configuration().toMap(),
                effective,
                seeds,
                environment,
                timing,
                throughput,
                latencies,
                cause,
                log);
    }
}
