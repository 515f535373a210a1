package io.rafiki.cluster;

/**
 * Compares the mean of observations after a change with that before it. It may be read after every observation.
 *
 * <p>The evidence is the Bayes factor of two samples with a common variance (Gönen et al., The Bayesian two-sample t test, 2005). The prior
 * of the effect is normal, with a standard deviation of one standard deviation of an observation. With the right Haar prior of mean and
 * variance its expectation never grows without an effect (Hendriksen, de Heide and Grünwald, Optional stopping with Bayes factors, 2021). So
 * by Ville's inequality it ever reaches 20 with a probability of at most 5 %.
 *
 * @param before observations before the change
 * @param after observations after the change
 * @param information share of independent information in the observations, above 0 to 1; correlated ones carry less
 */
public record SequentialTTest(Sample before, Sample after, double information) {

    /** Variance of the prior of the effect in variances of an observation. */
    private static final double PRIOR = 1;

    /** A correlation is not estimated higher. */
    private static final double MOST_CORRELATION = 0.9;

    /**
     * Observations.
     *
     * @param count number of observations
     * @param mean 0 without observations
     * @param squares sum of squared deviations from the mean
     */
    public record Sample(int count, double mean, double squares) {

        static final Sample NONE = new Sample(0, 0, 0);

        Sample with(double value) {
            double next = mean + (value - mean) / (count + 1);
            return new Sample(count + 1, next, squares + (value - mean) * (value - next));
        }
    }

    /**
     * The test before the first observation after a change.
     *
     * @param before observations before the change in chronological order, three or more
     */
    public static SequentialTTest of(double[] before) {
        if (before.length < 3) {
            throw new IllegalArgumentException(
                    "canary: expected at least 3 windows before the change, found " + before.length);
        }
        Sample sample = Sample.NONE;
        for (double value : before) {
            sample = sample.with(value);
        }
        double products = 0;
        for (int i = 1; i < before.length; i++) {
            products += (before[i] - sample.mean()) * (before[i - 1] - sample.mean());
        }
        // the estimate from a short series is too small by about one over its length
        double correlation = sample.squares() == 0
                ? 0
                : Math.min(MOST_CORRELATION, Math.max(0, products / sample.squares() + 1.0 / before.length));
        return new SequentialTTest(sample, Sample.NONE, (1 - correlation) / (1 + correlation));
    }

    /** The test with a further observation after the change. */
    public SequentialTTest with(double value) {
        return new SequentialTTest(before, after.with(value), information);
    }

    /** The difference of the means; 0 before the first observation after the change. */
    public double effect() {
        return after.count() == 0 ? 0 : after.mean() - before.mean();
    }

    /** The Bayes factor for an effect; 1 before the first observation after the change. */
    public double evidence() {
        double first = information * before.count();
        double second = information * after.count();
        double freedom = first + second - 2;
        double squares = information * (before.squares() + after.squares());
        if (after.count() == 0 || freedom <= 0 || squares == 0) {
            return 1;
        }
        double size = first * second / (first + second);
        double t2 = effect() * effect() * size * freedom / squares;
        double scale = 1 + size * PRIOR;
        return Math.pow((1 + t2 / freedom) / (1 + t2 / (freedom * scale)), (freedom + 1) / 2) / Math.sqrt(scale);
    }

    /**
     * Whether an effect is shown.
     *
     * @param level largest probability of a false rejection, at any time
     */
    public boolean rejects(double level) {
        return evidence() >= 1 / level;
    }
}
