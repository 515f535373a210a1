package io.rafiki.trainer.train;

import io.rafiki.surrogate.Calibration;
import io.rafiki.trainer.statistics.Interval;
import io.rafiki.trainer.statistics.Median;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What networks predicted for samples that they had not seen when they did: the honest measure of an ensemble's error.
 *
 * <p>Each sample was held out from a few of the networks. Their mean gives the sample's error, their variance what networks differ by.
 */
final class HeldOut {

    /** Errors beyond so many robust deviations count as so many: one strange measurement must not decide about all predictions. */
    private static final double MOST = 4;

    /** The median size of Gaussian errors, in their deviations. */
    private static final double MEDIAN_OF_GAUSSIAN = 0.6745;

    private final double[] values;
    private final Errors errors;
    private final double[] mean;
    private final double[] variance;
    private final double[] relative;
    private final int[] count;

    /** @param networks for each its predictions for the samples that it had not seen; NaN for the others */
    HeldOut(List<double[]> networks, double[] values) {
        this.values = values.clone();
        errors = new Errors(values);
        mean = new double[values.length];
        variance = new double[values.length];
        count = new int[values.length];
        double[] squares = new double[values.length];
        for (double[] predictions : networks) {
            for (int s = 0; s < values.length; s++) {
                if (!Double.isNaN(predictions[s])) {
                    count[s]++;
                    double off = predictions[s] - mean[s];
                    mean[s] += off / count[s];
                    squares[s] += off * (predictions[s] - mean[s]);
                }
            }
        }
        for (int s = 0; s < values.length; s++) {
            mean[s] = count[s] == 0 ? Double.NaN : mean[s];
            variance[s] = count[s] < 2 ? Double.NaN : squares[s] / (count[s] - 1);
        }
        relative = errors.relative(mean);
    }

    static HeldOut of(List<Trained> networks, double[] values) {
        return new HeldOut(networks.stream().map(Trained::heldOut).toList(), values);
    }

    /** Mean size of the relative errors; infinite where nothing was held out. */
    double error() {
        return errors.mean(mean);
    }

    /** Half the width of the 95 % interval of {@link #error}, by Student's t over the samples. */
    double halfInterval() {
        return Interval.of(Arrays.stream(relative).map(Math::abs).toArray()).half();
    }

    /** The samples whose measurements lie more than four robust deviations from the predictions, the farthest first. */
    List<Integer> strange() {
        double[] apart =
                IntStream.range(0, mean.length).mapToDouble(this::apart).toArray();
        double most = MOST * robustDeviation(apart);
        return IntStream.range(0, apart.length)
                .filter(s -> apart[s] > most)
                .boxed()
                .sorted(Comparator.comparingDouble(s -> -apart[s]))
                .toList();
    }

    /** How far prediction and measurement lie apart, as a share of the middle between them. */
    private double apart(int s) {
        double middle = (Math.abs(mean[s]) + Math.abs(values[s])) / 2;
        return middle == 0 ? 0 : Math.abs(mean[s] - values[s]) / middle;
    }

    /** Each sample's prediction; NaN where it was not held out. */
    double[] predictions() {
        return mean.clone();
    }

    /**
     * The scale that makes squared errors on average what they should be: noise, and {@code scale²} times the variance over networks.
     *
     * @param networks that a prediction is the mean of
     * @param noise of single measurements; its scale does not matter
     */
    Calibration calibration(int networks, Calibration noise) {
        Squares squares = squares(networks, noise);
        double scale = squares.spread() > 0 ? Math.sqrt(Math.max(1, squares.common() / squares.spread())) : 1;
        return new Calibration(scale, noise.relativeNoise(), noise.absoluteNoise());
    }

    /**
     * The noise, or less of it where errors are smaller than it would make them: a belief of the noise outlasts few samples, and
     * networks that learn values of several decades without their logarithm take what they cannot resolve for noise.
     */
    Calibration atMost(Calibration noise) {
        Squares squares = squares(1, noise);
        double share = Math.max(0, squares.error() - squares.spread()) / squares.noise();
        double factor = share < 1 ? Math.sqrt(share) : 1;
        return new Calibration(noise.scale(), factor * noise.relativeNoise(), factor * noise.absoluteNoise());
    }

    /**
     * Relative errors and what they are made of, each squared and summed over the samples.
     *
     * @param error at most four robust deviations each
     * @param noise of the measurements
     * @param spread over the networks
     * @param own what networks that are not averaged away add to the error
     */
    private record Squares(double error, double noise, double spread, double own) {

        /** What all networks get wrong alike, and what remains of their own after averaging. */
        double common() {
            return error - noise - own;
        }
    }

    private Squares squares(int networks, Calibration noise) {
        double most = MOST * robustDeviation(relative);
        double[] sums = new double[4];
        for (int s = 0; s < mean.length; s++) {
            if (count[s] >= 2) {
                double size = errors.size(s);
                double error = Math.min(most, Math.abs(relative[s]));
                double noisy = noise.noise(mean[s]) / size;
                double varied = variance[s] / (size * size);
                sums[0] += error * error;
                sums[1] += noisy * noisy;
                sums[2] += varied;
                sums[3] += varied * (1.0 / count[s] - 1.0 / networks);
            }
        }
        return new Squares(sums[0], sums[1], sums[2], sums[3]);
    }

    /** The deviation of errors as their median shows it, which a few wild ones do not move. */
    private static double robustDeviation(double[] errors) {
        return Median.of(Arrays.stream(errors)
                        .filter(error -> !Double.isNaN(error))
                        .map(Math::abs)
                        .toArray())
                / MEDIAN_OF_GAUSSIAN;
    }
}
