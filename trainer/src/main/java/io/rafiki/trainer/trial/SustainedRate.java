package io.rafiki.trainer.trial;

import io.rafiki.trainer.statistics.ChangePoints;
import io.rafiki.trainer.statistics.TheilSen;
import java.util.Arrays;
import java.util.List;

/**
 * The sustained throughput of a measured part.
 *
 * <p>The rate is the mean of all seconds after the last change point in the first half, or of all seconds without one. So at least half of
 * the measured part counts, and a stretch is never selected for its flatness. The interval is that of batch means.
 *
 * @param throughput rate, interval, and all measured seconds
 * @param from first second that counts
 * @param change relative change of throughput over the seconds that count, along a Theil-Sen line
 * @param error standard error of the change
 * @param debt change of the debt over these seconds
 * @param otherChange relative change that is no part of {@code change}: the step at the last change point of 10 % in the second half, or the root
 *     mean square of the changes in several states, without sign; 0 without one
 */
record SustainedRate(Throughput throughput, int from, double change, double error, DebtTrend debt, double otherChange) {

    /** Largest permitted change of throughput. */
    static final double BOUND = 0.1;

    /** Seconds that are averaged before the tests. */
    static final int BATCH = 5;

    /** A change of the mean below this share is not a change point. */
    private static final double SMALLEST = 0.05;

    /** Number of batches for the interval of the mean. */
    private static final int BATCHES = 12;

    /** The autocorrelation of so few batches is uncertain; below this effective number, the interval has no meaning. */
    static final double LEAST_EFFECTIVE = 4;

    /**
     * @param perSecond operations in each measured second, at least 15
     * @param samples debt during these seconds
     * @param begin second of the first measured second on the clock of the samples
     */
    static SustainedRate of(double[] perSecond, List<DebtSample> samples, int begin) {
        double[] batches = batches(perSecond, BATCH);
        int half = batches.length / 2;
        int from = 0;
        double late = 0;
        List<Integer> changes = ChangePoints.of(batches, SMALLEST);
        for (int i = 0; i < changes.size(); i++) {
            int at = changes.get(i);
            int before = i == 0 ? 0 : changes.get(i - 1);
            int after = i + 1 < changes.size() ? changes.get(i + 1) : batches.length;
            double step = step(batches, before, at, after);
            if (at <= half) {
                from = at;
            } else if (Math.abs(step) >= BOUND) {
                late = step;
            }
        }
        double[] counted = Arrays.copyOfRange(perSecond, from * BATCH, perSecond.length);
        double mean = Arrays.stream(counted).average().orElse(0);
        double[] tail = Arrays.copyOfRange(batches, from, batches.length);
        double change = mean == 0 ? 0 : DebtTrend.rounded(TheilSen.change(tail) / mean);
        double error = mean == 0 ? 0 : TheilSen.errorOfChange(tail) / mean;
        int countedFrom = begin + from * BATCH;
        DebtTrend debt = DebtTrend.of(samples.stream()
                .filter(sample -> sample.second() >= countedFrom)
                .toList());
        return new SustainedRate(throughput(perSecond, counted), from * BATCH, change, error, debt, late);
    }

    /**
     * The sustained throughput over several states of the node's files.
     *
     * <p>Each state stands for the same amount of written data. The workload takes longer for this amount in a state in which it is slow,
     * so the rate is a harmonic mean. Where the measured part itself wrote more, its own length counts. The interval contains the noise
     * within the states. Changes are means of those within the states: from one state to the next the node has to differ. Opposite changes
     * cancel in a mean, so their root mean square counts too, if it exceeds two standard errors.
     *
     * @param states at least one
     * @param operations operations of the workload that write this amount
     */
    static SustainedRate over(List<SustainedRate> states, double operations) {
        if (states.size() == 1) {
            return states.get(0);
        }
        double[] shares = shares(states, operations);
        double mean = 0;
        for (int i = 0; i < shares.length; i++) {
            mean += shares[i] * states.get(i).throughput().mean();
        }
        double low = 0;
        double high = 0;
        double change = 0;
        double variance = 0;
        double changes = 0;
        double errors = 0;
        double steps = 0;
        for (int i = 0; i < shares.length; i++) {
            change += shares[i] * states.get(i).change();
            variance += Math.pow(shares[i] * states.get(i).error(), 2);
            changes += shares[i] * Math.pow(states.get(i).change(), 2);
            errors += shares[i] * Math.pow(states.get(i).error(), 2);
            steps += shares[i] * Math.pow(states.get(i).otherChange(), 2);
            Throughput state = states.get(i).throughput();
            boolean longer = operations > state.mean() * states.get(i).counted().length;
            double effect = shares[i] * (longer && state.mean() > 0 ? mean / state.mean() : 1);
            low += Math.pow(effect * (state.mean() - state.low()), 2);
            high += Math.pow(effect * (state.high() - state.mean()), 2);
        }
        DebtTrend debt = DebtTrend.mean(states.stream().map(SustainedRate::debt).toList(), shares);
        Throughput throughput = new Throughput(
                Throughput.round(mean),
                Throughput.round(Math.max(0, mean - Math.sqrt(low))),
                Throughput.round(mean + Math.sqrt(high)),
                states.stream()
                        .flatMap(state -> state.throughput().perSecond().stream())
                        .toList());
        double other = Math.sqrt(Math.max(steps, changes < 4 * errors ? 0 : changes));
        return new SustainedRate(
                throughput, states.get(0).from(), DebtTrend.rounded(change), Math.sqrt(variance), debt, other);
    }

    /** The share of the time for which each state stands. */
    static double[] shares(List<SustainedRate> states, double operations) {
        double[] seconds = states.stream()
                .mapToDouble(state -> Math.max(
                        state.counted().length,
                        operations / Math.max(1, state.throughput().mean())))
                .toArray();
        double sum = Arrays.stream(seconds).sum();
        return Arrays.stream(seconds).map(each -> each / sum).toArray();
    }

    /** The seconds that count. */
    private double[] counted() {
        List<Double> all = throughput.perSecond();
        return all.subList(from, all.size()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    /** Whether throughput and debt were stationary. */
    boolean isStationary() {
        return !hasTrend() && Math.abs(otherChange) < BOUND && debt.isStationary();
    }

    /** Whether {@code change} exceeds the bound and two standard errors. */
    boolean hasTrend() {
        return Math.abs(change) >= Math.max(BOUND, 2 * error);
    }

    /** The larger of both relative changes of throughput. */
    double shown() {
        return Math.abs(change) >= Math.abs(otherChange) ? change : otherChange;
    }

    private static Throughput throughput(double[] perSecond, double[] counted) {
        Throughput interval = Throughput.of(batches(counted, Math.max(1, counted.length / BATCHES)), LEAST_EFFECTIVE);
        double mean = Arrays.stream(counted).average().orElseThrow();
        double shift = mean - interval.mean();
        return new Throughput(
                Throughput.round(mean),
                Throughput.round(Math.max(0, interval.low() + shift)),
                Throughput.round(interval.high() + shift),
                Arrays.stream(perSecond).mapToObj(Throughput::round).toList());
    }

    /** Means of so many values each, without the incomplete rest at the beginning or end. */
    private static double[] batches(double[] values, int size) {
        double[] means = new double[values.length / size];
        for (int i = 0; i < means.length; i++) {
            means[i] = Arrays.stream(values, i * size, (i + 1) * size).average().orElseThrow();
        }
        return means;
    }

    /** The relative change from one stretch to the next. */
    private static double step(double[] batches, int from, int at, int to) {
        double before = Arrays.stream(batches, from, at).average().orElseThrow();
        double after = Arrays.stream(batches, at, to).average().orElseThrow();
        return before == 0 ? 1 : (after - before) / before;
    }
}
