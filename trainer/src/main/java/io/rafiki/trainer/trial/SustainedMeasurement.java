package io.rafiki.trainer.trial;

import io.rafiki.trainer.ycsb.YcsbResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A completed {@link SustainedLoad}.
 *
 * @param result YCSB's result of the closed loop, including warm-up
 * @param begin first measured second of the closed loop
 * @param end first second after the measured ones
 * @param rate sustained throughput
 * @param agedSeconds length of ageing
 * @param turnover bytes flushed during ageing, as a multiple of the data
 * @param clientBusy share of its processors that the client used in the measured part; null if it cannot be measured
 * @param openLoops loads at fixed rates
 * @param debt all samples
 * @param failures failed operations of all parts
 * @param elimination why the measured part ended early; empty if it did not
 */
record SustainedMeasurement(
        YcsbResult result,
        int begin,
        int end,
        SustainedRate rate,
        double agedSeconds,
        double turnover,
        Double clientBusy,
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

    /** Why the rate is not that of a stationary node that limits the throughput; empty if it is. */
    Optional<TrialFailure> remark() {
        if (elimination.isPresent()) {
            return elimination.map(TrialFailure.class::cast);
        }
        if (clientBusy != null && clientBusy >= SATURATED) {
            return Optional.of(new TrialFailure.ClientSaturated(clientBusy, SATURATED));
        }
        return rate.isStationary()
                ? Optional.empty()
                : Optional.of(new TrialFailure.RateNotStationary(
                        end - begin,
                        rate.change(),
                        rate.debt().size(),
                        rate.debt().sstables(),
                        rate.debt().tasks()));
    }

    SustainedResult recorded(String series) {
        return new SustainedResult(
                Math.round(10 * agedSeconds) / 10.0,
                Math.round(100 * turnover) / 100.0,
                rate.from(),
                rate.change(),
                rate.debt().size(),
                clientBusy == null ? null : Double.valueOf(Math.round(1000 * clientBusy) / 1000.0),
                end - begin <= MAX_SECONDS ? result.p99(begin, end) : List.of(),
                openLoops,
                thinned(),
                series);
    }

    /** Every n-th sample, and the last one. */
    private List<DebtSample> thinned() {
        int step = (debt.size() + MAX_SAMPLES - 1) / MAX_SAMPLES;
        List<DebtSample> some = new ArrayList<>();
        for (int i = debt.size() - 1; i >= 0; i -= Math.max(1, step)) {
            some.add(0, debt.get(i));
        }
        return some;
    }
}
