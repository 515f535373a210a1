package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.Median;
import io.rafiki.workload.Workload;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.stat.inference.WilcoxonSignedRankTest;
import org.apache.commons.math3.stat.ranking.NaturalRanking;

/**
 * One configuration at one workload, in pairs with the baseline.
 *
 * @param metric what was measured
 * @param label what the plan calls it; may be empty
 * @param planned replicates, by the plan or as many as there are
 * @param measured values of the configuration, in the unit of the metric
 * @param baseline values of the baseline
 * @param debt of the configuration; empty if the trials recorded none
 * @param baselineDebt of the baseline
 * @param p of Wilcoxon's signed-rank test of the logarithms, two-sided; adjusted (Holm) for all rows that can show a difference; 1 with
 *     fewer than two pairs
 */
public record VerificationRow(
        Workload workload,
        Configuration configuration,
        Metric metric,
        String label,
        int planned,
        Map<Round, Double> measured,
        Map<Round, Double> baseline,
        Optional<MeanDebt> debt,
        Optional<MeanDebt> baselineDebt,
        double p) {

    static final int FEWEST = 2;
    private static final double LEVEL = 0.05;

    /**
     * When something was measured. Two measurements of the same round are a pair.
     *
     * @param repeat by the plan's count
     * @param session index of the session
     */
    public record Round(int repeat, int session) {}

    public enum Verdict {
        BETTER,
        WORSE,
        /** Fewer than two pairs so far. */
        TOO_FEW_PAIRS,
        /** The interval contains no difference. */
        NO_DIFFERENCE_SHOWN,
        /** Not significant. With so few pairs it can only be significant if another row has a smaller p. */
        TOO_FEW_FOR_SIGNIFICANCE,
        NOT_SIGNIFICANT
    }

    VerificationRow adjusted(double adjusted) {
        return new VerificationRow(
                workload, configuration, metric, label, planned, measured, baseline, debt, baselineDebt, adjusted);
    }

    public int pairs() {
        return logRatios(measured, baseline).length;
    }

    /** The mean of the values, of the pairs alone if there are any. */
    public double mean() {
        return meanOfPairs(measured, baseline);
    }

    /** The mean of the baseline in these pairs. */
    public double baselineMean() {
        return meanOfPairs(baseline, measured);
    }

    /** The median of the configuration in its pairs. */
    public double median() {
        return Median.of(paired(measured, baseline));
    }

    /** The median of the baseline in these pairs. */
    public double baselineMedian() {
        return Median.of(paired(baseline, measured));
    }

    /** Relative change from the baseline: the geometric mean of the pairs' ratios, less 1; for a latency their median, less 1. */
    public ConfidenceInterval change() {
        return changeOf(logRatios(measured, baseline));
    }

    ConfidenceInterval changeOf(double... logRatios) {
        return interval(metric.isLatency(), logRatios).on(Math::expm1);
    }

    /** The mean with its interval; the median for a latency, or if a ratio is not finite. */
    public static ConfidenceInterval interval(boolean isLatency, double... logRatios) {
        boolean isFinite = Arrays.stream(logRatios).allMatch(Double::isFinite);
        return isFinite && !isLatency ? ConfidenceInterval.of(logRatios) : Median.interval(logRatios);
    }

    /** Whether it can show a difference when all planned pairs are measured and nothing else is compared. */
    boolean canShow() {
        return leastP(Math.max(planned, pairs())) < LEVEL;
    }

    /**
     * The verdict. A significant difference has the direction of the larger rank sum, as p, not that of the mean.
     *
     * @param rows that p is adjusted for
     */
    public Verdict verdict(long rows) {
        if (p < LEVEL) {
            return rises(logRatios(measured, baseline)) == metric.isLatency() ? Verdict.WORSE : Verdict.BETTER;
        }
        if (pairs() < FEWEST) {
            return Verdict.TOO_FEW_PAIRS;
        }
        if (change().low() <= 0 && change().high() >= 0) {
            return Verdict.NO_DIFFERENCE_SHOWN;
        }
        return !canShow() || rows * leastP(pairs()) >= LEVEL
                ? Verdict.TOO_FEW_FOR_SIGNIFICANCE
                : Verdict.NOT_SIGNIFICANT;
    }

    /**
     * The p value of Wilcoxon's signed-rank test, two-sided, of the logarithms of ratios or of other differences. A pair without a
     * difference is left out (Wilcoxon 1945). Exact for up to {@link PairedVerification#EXACT} pairs; for more, the normal distribution with
     * a correction for continuity (Conover 1999, §5.7).
     */
    public static double p(double... logRatios) {
        double[] different = different(logRatios);
        int n = different.length;
        if (n < FEWEST) {
            return 1;
        }
        WilcoxonSignedRankTest test = new WilcoxonSignedRankTest();
        double[] zeros = new double[n];
        if (n <= PairedVerification.EXACT) {
            return Math.min(1, test.wilcoxonSignedRankTest(different, zeros, true));
        }
        double mean = n * (n + 1) / 4.0;
        double deviation = Math.sqrt(mean * (2 * n + 1) / 6);
        double excess = Math.max(0, test.wilcoxonSignedRank(different, zeros) - mean - 0.5);
        return Math.min(1, 2 * (1 - new NormalDistribution().cumulativeProbability(excess / deviation)));
    }

    /** Whether the differences above zero have the larger sum of ranks: the direction of {@link #p}. */
    public static boolean rises(double... logRatios) {
        double[] different = different(logRatios);
        if (different.length == 0) {
            return false;
        }
        double[] ranks = new NaturalRanking()
                .rank(Arrays.stream(different).map(Math::abs).toArray());
        double signed = 0;
        for (int i = 0; i < ranks.length; i++) {
            signed += Math.signum(different[i]) * ranks[i];
        }
        return signed > 0;
    }

    private static double[] different(double... logRatios) {
        return Arrays.stream(logRatios).filter(log -> log != 0).toArray();
    }

    /** The log ratios of measurements in the same round, without rounds in which both latencies are infinite. */
    public static double[] logRatios(Map<Round, Double> these, Map<Round, Double> those) {
        return these.entrySet().stream()
                .filter(repeat -> those.containsKey(repeat.getKey()))
                .mapToDouble(repeat -> Math.log(repeat.getValue() / those.get(repeat.getKey())))
                .filter(log -> !Double.isNaN(log))
                .toArray();
    }

    /** The p value of pairs that all agree. */
    private static double leastP(int pairs) {
        return 2 * Math.pow(2, -pairs);
    }

    private static double meanOfPairs(Map<Round, Double> these, Map<Round, Double> those) {
        double[] paired = paired(these, those);
        double[] counted = paired.length > 0
                ? paired
                : these.values().stream().mapToDouble(value -> value).toArray();
        return Arrays.stream(counted).average().orElse(Double.NaN);
    }

    /** The values of these that have a value of those in the same round. */
    private static double[] paired(Map<Round, Double> these, Map<Round, Double> those) {
        return these.entrySet().stream()
                .filter(repeat -> those.containsKey(repeat.getKey()))
                .filter(repeat -> Double.isFinite(repeat.getValue()) || Double.isFinite(those.get(repeat.getKey())))
                .mapToDouble(Map.Entry::getValue)
                .toArray();
    }
}
