package io.rafiki.trainer.train;

import io.rafiki.trainer.trial.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * How what the machine yields changed over a campaign, by its trials of the default configuration: one straight line through the
 * logarithms of what they measured, over time, with a level of its own for each read ratio (analysis of covariance).
 *
 * <p>What is not shown by them is not corrected: a slope that may be chance would only add its own error to every trial.
 *
 * @param trials of the default configuration
 * @param freedom of the residuals
 * @param hourly change of the logarithm in an hour
 * @param p probability of such a slope, or a steeper one, if there were none (t test, two-sided); 1 if that cannot be told
 * @param middle of the campaign, where nothing is corrected
 */
public record Drift(int trials, int freedom, double hourly, double p, Instant middle) {

    /** Below it the slope is no chance. */
    private static final double LEVEL = 0.05;

    /** With fewer the scatter about the line is not known. */
    private static final int FEWEST_FREEDOM = 5;

    /**
     * The drift that these trials show.
     *
     * @param defaults trials of the default configuration
     * @param all trials of the campaign
     * @param value what a trial measured, above zero
     */
    static Drift of(List<Trial> defaults, List<Trial> all, ToDoubleFunction<Trial> value) {
        if (all.stream().anyMatch(trial -> trial.timing() == null)) {
            return new Drift(defaults.size(), 0, 0, 1, Instant.EPOCH);
        }
        Instant first = all.stream().map(Drift::started).min(Instant::compareTo).orElseThrow();
        double mean = all.stream()
                .mapToDouble(trial -> hours(first, started(trial)))
                .average()
                .orElseThrow();
        Map<Double, List<Trial>> byRatio = defaults.stream()
                .collect(Collectors.groupingBy(trial -> trial.workload().readRatio()));
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (List<Trial> same : byRatio.values()) {
            double[] x = same.stream()
                    .mapToDouble(trial -> hours(first, started(trial)))
                    .toArray();
            double[] y = same.stream()
                    .mapToDouble(trial -> Math.log(value.applyAsDouble(trial)))
                    .toArray();
            xx += products(x, x);
            xy += products(x, y);
            yy += products(y, y);
        }
        int freedom = defaults.size() - byRatio.size() - 1;
        Instant middle = first.plusMillis(Math.round(mean * 3.6e6));
        if (freedom < FEWEST_FREEDOM || !(xx > 0)) {
            return new Drift(defaults.size(), freedom, 0, 1, middle);
        }
        double slope = xy / xx;
        double variance = Math.max(0, yy - slope * xy) / freedom;
        double t = Math.abs(slope) / Math.sqrt(variance / xx);
        double p = slope == 0 ? 1 : 2 * new TDistribution(freedom).cumulativeProbability(-t);
        return new Drift(defaults.size(), freedom, slope, p, middle);
    }

    /** Whether it is no chance. */
    public boolean isShown() {
        return p < LEVEL;
    }

    /** What the trial would have measured in the middle of the campaign; the same if no drift is shown. */
    double corrected(double value, Trial trial) {
        return isShown() ? value * Math.exp(-hourly * hours(middle, started(trial))) : value;
    }

    /** {@code -2.1 % an hour}. */
    public String rate() {
        return String.format(Locale.ROOT, "%+.1f %% an hour", 100 * Math.expm1(hourly));
    }

    /** What it is and what comes of it, as a sentence. */
    public String sentence() {
        if (freedom < FEWEST_FREEDOM) {
            return "drift of the machine cannot be told from " + trials
                    + " trials of the default configuration; nothing is corrected for it.";
        }
        return String.format(
                Locale.ROOT,
                isShown()
                        ? "the machine drifted by %s (p = %.3f, %d trials of the default configuration); trials are learnt as if measured in the middle of the campaign."
                        : "no drift of the machine is shown (%s, p = %.2f, %d trials of the default configuration); nothing is corrected for it.",
                rate(),
                p,
                trials);
    }

    private static double products(double[] a, double[] b) {
        double meanA = 0;
        double meanB = 0;
        for (int i = 0; i < a.length; i++) {
            meanA += a[i] / a.length;
            meanB += b[i] / a.length;
        }
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - meanA) * (b[i] - meanB);
        }
        return sum;
    }

    private static double hours(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 3.6e6;
    }

    private static Instant started(Trial trial) {
        return Instant.parse(trial.timing().startedAt());
    }
}
