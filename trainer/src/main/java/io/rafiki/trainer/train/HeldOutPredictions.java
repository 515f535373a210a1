package io.rafiki.trainer.train;

import io.rafiki.surrogate.Calibration;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.trainer.statistics.Median;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Predictions of networks for held-out samples: the unbiased measure of an ensemble's error.
 *
 * <p>Each sample is held out from some of the networks. Their mean gives the sample's error, their variance the disagreement.
 */
final class HeldOutPredictions {

    /** Errors are limited to this number of robust deviations, so that one outlier does not dominate. */
    private static final double MOST = 4;

    /** Median absolute value of a standard normal variable. */
    private static final double MEDIAN_OF_GAUSSIAN = 0.6745;

    private final double[] values;
    private final RelativeErrors errors;
    private final double[] mean;
    private final double[] variance;
    private final double[] relative;
    private final int[] count;

    /** @param networks for each network its predictions for its held-out samples; NaN for the others */
    HeldOutPredictions(List<double[]> networks, double[] values) {
        this.values = values.clone();
        errors = new RelativeErrors(values);
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

    static HeldOutPredictions of(List<TrainedNetwork> networks, double[] values) {
        return new HeldOutPredictions(
                networks.stream().map(TrainedNetwork::heldOut).toList(), values);
    }

    /** Mean absolute relative error; infinite without held-out samples. */
    double error() {
        return errors.mean(mean);
    }

    /** Half the width of the 95 % confidence interval of {@link #error}, by Student's t over the samples. */
    double halfInterval() {
        return ConfidenceInterval.of(Arrays.stream(relative).map(Math::abs).toArray())
                .half();
    }

    /** Outliers: samples more than four robust deviations from their predictions, the largest deviation first. */
    List<Integer> outliers() {
        double[] apart =
                IntStream.range(0, mean.length).mapToDouble(this::deviation).toArray();
        double most = MOST * robustDeviation(apart);
        return IntStream.range(0, apart.length)
                .filter(s -> apart[s] > most)
                .boxed()
                .sorted(Comparator.comparingDouble(s -> -apart[s]))
                .toList();
    }

    /** The difference between prediction and measurement, relative to their mean. */
    private double deviation(int s) {
        double middle = (Math.abs(mean[s]) + Math.abs(values[s])) / 2;
        return middle == 0 ? 0 : Math.abs(mean[s] - values[s]) / middle;
    }

    /** Each sample's prediction; NaN if it was not held out. */
    double[] predictions() {
        return mean.clone();
    }

    /**
     * The scale at which the mean squared error equals the noise variance plus {@code scale²} times the ensemble variance.
     *
     * @param networks number of networks in a mean prediction
     * @param noise noise of single measurements; its scale is ignored
     */
    Calibration calibration(int networks, Calibration noise) {
        Squares squares = squares(networks, noise);
        double square = squares.spread() > 0 ? squares.common() / squares.spread() : 1;
        double scale = Math.min(Calibration.MAX_SCALE, Math.sqrt(Math.max(1, square)));
        return new Calibration(scale, noise.relativeNoise(), noise.absoluteNoise());
    }

    /**
     * The noise, reduced if the errors are smaller than it implies. A noise prior outweighs few samples, and networks without a log
     * target on values over several decades treat unresolved differences as noise.
     */
    Calibration atMost(Calibration noise) {
        Squares squares = squares(1, noise);
        double share = Math.max(0, squares.error() - squares.spread()) / squares.noise();
        double factor = share < 1 ? Math.sqrt(share) : 1;
        return new Calibration(noise.scale(), factor * noise.relativeNoise(), factor * noise.absoluteNoise());
    }

    /**
     * Relative errors and their components, squared and summed over the samples.
     *
     * @param error limited to four robust deviations each
     * @param noise noise of the measurements
     * @param spread variance over the networks
     * @param own error of single networks that averaging does not remove
     */
    private record Squares(double error, double noise, double spread, double own) {

        /** The error that all networks share, plus the remainder of their own errors after averaging. */
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

    /** The robust standard deviation, estimated from the median absolute error. */
    private static double robustDeviation(double[] errors) {
        return Median.of(Arrays.stream(errors)
                        .filter(error -> !Double.isNaN(error))
                        .map(Math::abs)
                        .toArray())
                / MEDIAN_OF_GAUSSIAN;
    }
}
