package io.rafiki.learning;

import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.List;

/**
 * The error that all members of a model share, learned from measured effects: a Gaussian process that is a sum of one function for each knob
 * (Kennedy and O'Hagan, Bayesian calibration of computer models, 2001; additive kernels: Duvenaud et al., 2011). Errors at near values of a
 * knob, and at near workloads, are correlated. Errors of different choices are not.
 *
 * <p>All values are natural logarithms of throughput. Immutable.
 */
final class Discrepancy {

    /** No error, before the first effect. */
    static final Discrepancy NONE = new Discrepancy(List.of(), new double[0], new double[0]);

    /** Standard deviation of the error of a gain between two choices of one knob: 10 %. */
    private static final double DEVIATION = 0.1;

    /** Distance, as a part of a range, at which the correlation is 1/e. */
    private static final double REACH = 0.5;

    private final List<Step> steps;
    private final int[][] changed;
    private final Scale[] scales;
    private final double[][] factor;
    private final double[] weights;

    /**
     * @param steps the measured changes, all in one space
     * @param errors measured minus predicted gain of each
     * @param variances of the measurements, above 0
     */
    Discrepancy(List<Step> steps, double[] errors, double[] variances) {
        this.steps = List.copyOf(steps);
        changed = steps.stream().map(Step::changed).toArray(int[][]::new);
        scales = steps.isEmpty() ? new Scale[0] : Scale.of(steps.get(0).from().space());
        double[][] covariance = new double[steps.size()][steps.size()];
        for (int i = 0; i < covariance.length; i++) {
            for (int j = 0; j <= i; j++) {
                covariance[i][j] = covariance(i, steps.get(j), changed[j]);
            }
            covariance[i][i] += variances[i];
        }
        factor = cholesky(covariance);
        weights = backward(factor, forward(factor, errors));
    }

    /** The expected error of the gain of a change. */
    double error(Step step) {
        int[] moved = step.changed();
        double error = 0;
        for (int i = 0; i < weights.length; i++) {
            error += weights[i] * covariance(i, step, moved);
        }
        return error;
    }

    /** The variance of the error of the gain of a change. */
    double variance(Step step) {
        int[] moved = step.changed();
        double[] shared = new double[weights.length];
        for (int i = 0; i < shared.length; i++) {
            shared[i] = covariance(i, step, moved);
        }
        double explained = 0;
        for (double part : forward(factor, shared)) {
            explained += part * part;
        }
        return Math.max(0, ownVariance(step, moved) - explained);
    }

    /**
     * The expected error of a prediction. Only its differences between configurations of one workload have a meaning.
     *
     * @param codes one configuration from {@code at}
     */
    double at(Workload workload, double[] codes, int at) {
        double error = 0;
        for (int i = 0; i < weights.length; i++) {
            Step known = steps.get(i);
            double sum = 0;
            for (int k : changed[i]) {
                double code = codes[at + k];
                sum += scales[k].correlation(code, known.to().code(k))
                        - scales[k].correlation(code, known.from().code(k));
            }
            if (sum != 0) {
                error += weights[i] * DEVIATION * DEVIATION / 2 * correlation(known.workload(), workload) * sum;
            }
        }
        return error;
    }

    /** The covariance of the errors of a known change and another one. */
    private double covariance(int known, Step other, int[] moved) {
        Step step = steps.get(known);
        double sum = 0;
        for (int k : moved) {
            double from = step.from().code(k);
            double to = step.to().code(k);
            if (from != to) {
                sum += difference(
                        scales[k], from, to, other.from().code(k), other.to().code(k));
            }
        }
        return DEVIATION * DEVIATION / 2 * correlation(step.workload(), other.workload()) * sum;
    }

    private static double ownVariance(Step step, int[] moved) {
        Scale[] scales = Scale.of(step.from().space());
        double sum = 0;
        for (int k : moved) {
            double from = step.from().code(k);
            double to = step.to().code(k);
            sum += difference(scales[k], from, to, from, to);
        }
        return DEVIATION * DEVIATION / 2 * sum;
    }

    private static double difference(Scale scale, double from, double to, double otherFrom, double otherTo) {
        return scale.correlation(to, otherTo)
                - scale.correlation(to, otherFrom)
                - scale.correlation(from, otherTo)
                + scale.correlation(from, otherFrom);
    }

    private static double correlation(Workload one, Workload other) {
        if (one.equals(other)) {
            return 1;
        }
        double distance = 0;
        for (WorkloadFeature feature : Workload.union(List.of(one, other))) {
            distance += feature.sensitivity()
                    * Math.abs(one.value(feature) - other.value(feature))
                    / (feature.max() - feature.min());
        }
        return Math.exp(-distance / REACH);
    }

    /** The scale of a knob's codes. Special values and choices are outside of the range: they have no neighbours. */
    private record Scale(double min, double max, boolean logarithmic) {

        static Scale[] of(KnobSpace space) {
            return space.knobs().stream().map(Scale::of).toArray(Scale[]::new);
        }

        private static Scale of(Knob knob) {
            return knob.range()
                    .map(range -> new Scale(range.min(), range.max(), range.isLogarithmic()))
                    .orElse(new Scale(Double.NaN, Double.NaN, false));
        }

        double correlation(double one, double other) {
            if (one == other) {
                return 1;
            }
            boolean areNumbers = one >= min && one <= max && other >= min && other <= max;
            return areNumbers ? Math.exp(-Math.abs(position(one) - position(other)) / REACH) : 0;
        }

        private double position(double code) {
            return logarithmic ? Math.log(code / min) / Math.log(max / min) : (code - min) / (max - min);
        }
    }

    /** The lower triangular factor of a symmetric positive definite matrix, of which the lower part is given. */
    private static double[][] cholesky(double[][] matrix) {
        int n = matrix.length;
        double[][] lower = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double rest = matrix[i][j];
                for (int k = 0; k < j; k++) {
                    rest -= lower[i][k] * lower[j][k];
                }
                lower[i][j] = i == j ? Math.sqrt(rest) : rest / lower[j][j];
            }
        }
        return lower;
    }

    /** Solves {@code L x = right}. */
    private static double[] forward(double[][] lower, double[] right) {
        double[] x = new double[right.length];
        for (int i = 0; i < x.length; i++) {
            double rest = right[i];
            for (int k = 0; k < i; k++) {
                rest -= lower[i][k] * x[k];
            }
            x[i] = rest / lower[i][i];
        }
        return x;
    }

    /** Solves {@code L' x = right}. */
    private static double[] backward(double[][] lower, double[] right) {
        double[] x = new double[right.length];
        for (int i = x.length - 1; i >= 0; i--) {
            double rest = right[i];
            for (int k = i + 1; k < x.length; k++) {
                rest -= lower[k][i] * x[k];
            }
            x[i] = rest / lower[i][i];
        }
        return x;
    }
}
