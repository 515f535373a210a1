package io.rafiki.trainer.trial;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * A completed {@link SustainedLoad}.
 *
 * @param states measured parts
 * @param perState operations of the workload that each state represents
 * @param rate sustained throughput over the states
 * @param agedSeconds length of ageing
 * @param turnover bytes flushed during ageing, as a multiple of the data
 * @param openLoops loads at fixed rates
 * @param debt all samples
 * @param failures failed operations of all parts
 * @param elimination why the measured part ended early; empty if it did not
 */
record SustainedMeasurement(
        List<MeasuredState> states,
        double perState,
        SustainedRate rate,
        double agedSeconds,
        double turnover,
        List<OpenLoop> openLoops,
        List<DebtSample> debt,
        long failures,
        Optional<TrialFailure.Eliminated> elimination) {

    /** At this share of its processors, the client limits the throughput. */
    static final double SATURATED = 0.95;

    /** A line of trials.jsonl contains at most so many samples of the debt. */
    private static final int MAX_SAMPLES = 40;

    /** A line contains the latency of each second only up to this length. */
    private static final int MAX_SECONDS = 300;

    /** Number of measured seconds. */
    int seconds() {
        return states.stream().mapToInt(MeasuredState::seconds).sum();
    }

    /** Latencies by operation. As in the rate, a state counts by the time for which it stands, and not by its number of operations. */
    Map<String, TrialLatency> latencies() {
        double[] shares = shares();
        Map<String, Map<Histogram, Double>> parts = new LinkedHashMap<>();
        for (int i = 0; i < shares.length; i++) {
            MeasuredState state = states.get(i);
            double weight = shares[i] / state.counted();
            state.latencies().forEach((name, histogram) -> parts.computeIfAbsent(name, first -> new IdentityHashMap<>())
                    .put(histogram, weight));
        }
        Map<String, TrialLatency> latencies = new LinkedHashMap<>();
        parts.forEach((name, weighted) -> latencies.put(name, TrialLatency.weighted(weighted)));
        return latencies;
    }

    private double[] shares() {
        return SustainedRate.shares(states.stream().map(MeasuredState::rate).toList(), perState);
    }

    /** Why the rate is not that of a stationary node that limits the throughput; empty if it is. */
    Optional<TrialFailure> remark() {
        if (elimination.isPresent()) {
            return elimination.map(TrialFailure.class::cast);
        }
        Double busy = clientBusy();
        if (busy != null && busy >= SATURATED) {
            return Optional.of(new TrialFailure.ClientSaturated(busy, SATURATED));
        }
        return rate.isStationary() ? Optional.empty() : Optional.of(change());
    }

    private TrialFailure change() {
        DebtTrend debt = rate.debt();
        return debt.isStationary()
                ? throughputChange()
                : new TrialFailure.DebtNotStationary(
                        seconds(), rate.change(), debt.size(), debt.sstables(), debt.tasks());
    }

    private TrialFailure throughputChange() {
        if (states.size() == 1 || rate.hasTrend()) {
            return new TrialFailure.ThroughputNotStationary(
                    seconds(), rate.hasTrend() ? rate.change() : rate.shown(), Optional.empty());
        }
        double[] shares = shares();
        int most = 0;
        double largest = -1;
        for (int i = 0; i < shares.length; i++) {
            double effect = Math.sqrt(shares[i]) * Math.abs(states.get(i).rate().shown());
            if (effect > largest) {
                largest = effect;
                most = i;
            }
        }
        return new TrialFailure.ThroughputNotStationary(
                seconds(), states.get(most).rate().shown(), Optional.of(most + 1));
    }

    /** Of the state in which the client used the largest share; null if it cannot be measured. */
    private Double clientBusy() {
        return states.stream()
                .map(MeasuredState::clientBusy)
                .filter(Objects::nonNull)
                .max(Double::compare)
                .orElse(null);
    }

    SustainedResult recorded(String series) {
        Double busy = clientBusy();
        return new SustainedResult(
                Math.round(10 * agedSeconds) / 10.0,
                Math.round(100 * turnover) / 100.0,
                rate.from(),
                rate.change(),
                rate.debt().size(),
                busy == null ? null : Double.valueOf(Math.round(1000 * busy) / 1000.0),
                seconds() <= MAX_SECONDS
                        ? states.stream().flatMap(state -> state.p99().stream()).toList()
                        : List.of(),
                states.size() > 1 ? recordedStates() : null,
                openLoops,
                thinned(),
                series);
    }

    private List<SustainedResult.State> recordedStates() {
        double[] shares = shares();
        List<SustainedResult.State> recorded = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < shares.length; i++) {
            SustainedRate state = states.get(i).rate();
            recorded.add(new SustainedResult.State(
                    begin,
                    state.throughput().mean(),
                    Math.round(1000 * shares[i]) / 1000.0,
                    begin + state.from(),
                    state.change(),
                    states.get(i).liveMiB()));
            begin += states.get(i).seconds();
        }
        return recorded;
    }

    /** Every n-th sample, the last one, and the last one of the measured part. */
    private List<DebtSample> thinned() {
        int last = debt.size() - 1;
        int lastMeasured = IntStream.rangeClosed(0, last)
                .filter(i -> debt.get(i).phase() == TrialPhase.MEASUREMENT)
                .max()
                .orElse(last);
        int step = Math.max(1, (debt.size() + MAX_SAMPLES - 1) / MAX_SAMPLES);
        return IntStream.rangeClosed(0, last)
                .filter(i -> i == lastMeasured || (last - i) % step == 0)
                .mapToObj(debt::get)
                .toList();
    }
}
