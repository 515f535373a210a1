package io.rafiki.cluster;

import java.util.stream.IntStream;

/**
 * Compares the mean of observations after a change with that before it, at equal values of a covariate. It may be read after every
 * observation.
 *
 * <p>The model is linear: level, slope of the covariate, effect of the change, normal noise. The evidence is the Bayes factor for the effect
 * (Gönen et al., The Bayesian two-sample t test, 2005). The prior of the effect is normal, with a standard deviation of one standard
 * deviation of an observation. With the right Haar prior of level, slope and variance its expectation never grows without an effect
 * (Hendriksen, de Heide and Grünwald, Optional stopping with Bayes factors, 2021; Lindon et al., Anytime-valid inference in linear models,
 * 2022). So by Ville's inequality it ever reaches 20 with a probability of at most 5 %.
 */
final class SequentialTTest {

    /** Variance of the prior of the effect in variances of an observation. */
    private static final double PRIOR = 1;

    /** A correlation is not estimated higher. */
    private static final double MOST_CORRELATION = 0.9;

    private static final int FEWEST = 3;

    /** A smaller share of a sum of squares is rounding. */
    private static final double ROUNDING = 1e-12;

    private final double effect;
    private final double size;
    private final double freedom;
    private final double squares;

    private SequentialTTest(double effect, double size, double freedom, double squares) {
        this.effect = effect;
        this.size = size;
        this.freedom = freedom;
        this.squares = squares;
    }

    /**
     * The test of all observations so far.
     *
     * @param values in chronological order
     * @param covariate its value at each observation
     * @param before number of observations before the change, three or more
     */
    static SequentialTTest of(double[] values, double[] covariate, int before) {
        if (before < FEWEST) {
            throw new IllegalArgumentException(
                    "canary: expected at least 3 windows before the change, found " + before);
        }
        int n = values.length;
        double[] changed =
                IntStream.range(0, n).mapToDouble(i -> i < before ? 0 : 1).toArray();
        double spread = products(covariate, covariate, n);
        boolean isConstant = spread <= ROUNDING * n;
        double indicator = isConstant ? 0 : products(covariate, changed, n) / spread;
        double slope = isConstant ? 0 : products(covariate, values, n) / spread;
        double size = products(changed, changed, n) - indicator * products(covariate, changed, n);
        double shared = products(changed, values, n) - slope * products(covariate, changed, n);
        // a covariate that changed exactly with the change hides it
        double effect = size <= ROUNDING * n ? 0 : shared / size;
        double squares = products(values, values, n) - slope * products(covariate, values, n) - effect * effect * size;
        double information = information(values, covariate, before);
        return new SequentialTTest(
                effect,
                information * Math.max(0, size),
                information * n - (isConstant ? 2 : 3),
                information * Math.max(0, squares));
    }

    /**
     * The same test, but no smaller standard deviation of an observation counts. A larger one lowers the evidence, so the level of the test
     * still holds. Observations without any deviation, which show nothing otherwise, have this one.
     */
    SequentialTTest withDeviation(double least) {
        return new SequentialTTest(effect, size, freedom, Math.max(squares, freedom * least * least));
    }

    /** Share of independent information in the observations, above 0 to 1, from those before the change; correlated ones carry less. */
    private static double information(double[] values, double[] covariate, int before) {
        double spread = products(covariate, covariate, before);
        double slope = spread <= ROUNDING * before ? 0 : products(covariate, values, before) / spread;
        double[] rest = IntStream.range(0, before)
                .mapToDouble(i -> values[i] - slope * covariate[i])
                .toArray();
        double mean =
                IntStream.range(0, before).mapToDouble(i -> rest[i]).average().orElseThrow();
        double neighbours = 0;
        for (int i = 1; i < before; i++) {
            neighbours += (rest[i] - mean) * (rest[i - 1] - mean);
        }
        double all = products(rest, rest, before);
        // the estimate from a short series is too small by about one over its length
        double correlation = all == 0 ? 0 : Math.min(MOST_CORRELATION, Math.max(0, neighbours / all + 1.0 / before));
        return (1 - correlation) / (1 + correlation);
    }

    /** The sum of products of the first deviations from their means. */
    private static double products(double[] first, double[] second, int count) {
        double firstSum = 0;
        double secondSum = 0;
        for (int i = 0; i < count; i++) {
            firstSum += first[i];
            secondSum += second[i];
        }
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += (first[i] - firstSum / count) * (second[i] - secondSum / count);
        }
        return sum;
    }

    /** The difference of the means at equal values of the covariate; 0 before the first observation after the change. */
    double effect() {
        return effect;
    }

    /** The standard error of {@link #effect}; infinite before the first observation after the change. */
    double error() {
        return size == 0 || freedom <= 0 ? Double.POSITIVE_INFINITY : Math.sqrt(squares / freedom / size);
    }

    /** The Bayes factor for an effect; 1 before the first observation after the change. */
    double evidence() {
        if (size == 0 || freedom <= 0 || squares == 0) {
            return 1;
        }
        double t2 = effect * effect * size * freedom / squares;
        double scale = 1 + size * PRIOR;
        return Math.pow((1 + t2 / freedom) / (1 + t2 / (freedom * scale)), (freedom + 1) / 2) / Math.sqrt(scale);
    }

    /**
     * Whether an effect is shown.
     *
     * @param level largest probability of a false rejection, at any time
     */
    boolean rejects(double level) {
        return evidence() >= 1 / level;
    }
}
