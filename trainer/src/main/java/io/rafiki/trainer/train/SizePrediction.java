package io.rafiki.trainer.train;

import io.rafiki.trainer.train.StateCorrection.States;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.stat.StatUtils;

/**
 * The size of the sstables that can be expected of a trial's configuration and workload. It is a weighted mean of the size that the trial met
 * and a prediction from the other trials: a ridge regression of the logarithm over numbers of knobs and features of the workload. The penalty
 * has the least error for trials that the regression does not know. The weights are those of an empirical Bayes estimate, so an inaccurate
 * prediction has little weight.
 */
final class SizePrediction {

    /** Penalties per trial; with the last one, the prediction is the mean of the other trials. */
    private static final double[] PENALTIES = {1e-3, 1e-2, 0.1, 1, 10, 1e9};

    /** The variance of a mean over states at equal distances, relative to one over random states; measured with repeated baselines. */
    private static final double EQUAL_DISTANCES = 0.5;

    private SizePrediction() {}

    /** The expected mean sizes in MiB. */
    static double[] expected(List<States> trials) {
        double[] met = trials.stream()
                .mapToDouble(states -> Math.log(states.meanSize()))
                .toArray();
        double[] variances = trials.stream()
                .mapToDouble(states -> EQUAL_DISTANCES * states.relativeVariance())
                .toArray();
        double[] predicted = predicted(design(trials), met);
        double wrong = IntStream.range(0, met.length)
                .mapToDouble(i -> Math.pow(met[i] - predicted[i], 2))
                .average()
                .orElseThrow();
        double between = Math.max(0, wrong - StatUtils.mean(variances));
        return IntStream.range(0, met.length)
                .mapToDouble(i -> {
                    double weight = variances[i] == 0 ? 0 : variances[i] / (variances[i] + between);
                    return Math.exp(met[i] + weight * (predicted[i] - met[i]));
                })
                .toArray();
    }

    /** The prediction for each value by the regression on the others. */
    private static double[] predicted(double[][] columns, double[] values) {
        double mean = StatUtils.mean(values);
        double[] best = new double[0];
        double least = Double.POSITIVE_INFINITY;
        for (double penalty : PENALTIES) {
            double[] errors = errors(columns, values, mean, penalty * values.length);
            double squares = Arrays.stream(errors).map(error -> error * error).sum();
            if (squares < least) {
                least = squares;
                best = errors;
            }
        }
        double[] errors = best;
        return IntStream.range(0, values.length)
                .mapToDouble(i -> values[i] - errors[i])
                .toArray();
    }

    /** Errors for each value if it is left out: residual / (1 - leverage). */
    private static double[] errors(double[][] columns, double[] values, double mean, double penalty) {
        int n = values.length;
        double[] residuals = Arrays.stream(values).map(value -> value - mean).toArray();
        double[] leverages = new double[n];
        Arrays.fill(leverages, 1.0 / n);
        if (columns.length > 0) {
            RealMatrix design = new Array2DRowRealMatrix(columns).transpose();
            RealMatrix inner = design.transpose()
                    .multiply(design)
                    .add(MatrixUtils.createRealIdentityMatrix(columns.length).scalarMultiply(penalty));
            RealMatrix inverse =
                    new CholeskyDecomposition(inner, 1e-9, 1e-12).getSolver().getInverse();
            RealVector slopes = inverse.operate(design.preMultiply(MatrixUtils.createRealVector(residuals)));
            for (int i = 0; i < n; i++) {
                RealVector row = design.getRowVector(i);
                residuals[i] -= row.dotProduct(slopes);
                leverages[i] += row.dotProduct(inverse.operate(row));
            }
        }
        return IntStream.range(0, n)
                .mapToDouble(i -> residuals[i] / (1 - leverages[i]))
                .toArray();
    }

    /** One column per number that differs between the trials, with mean 0 and deviation 1. */
    private static double[][] design(List<States> states) {
        List<Trial> trials = states.stream().map(States::trial).toList();
        Set<String> knobs = new LinkedHashSet<>();
        trials.forEach(trial -> knobs.addAll(trial.proposed().keySet()));
        List<ToDoubleFunction<Trial>> numbers = new ArrayList<>();
        knobs.forEach(knob -> numbers.add(trial -> logarithm(trial.proposed().get(knob))));
        List<Workload> workloads =
                trials.stream().map(trial -> trial.workload().features()).toList();
        for (WorkloadFeature feature : Workload.union(workloads)) {
            numbers.add(trial -> trial.workload().features().value(feature));
        }
        return numbers.stream()
                .map(number -> trials.stream().mapToDouble(number).toArray())
                .filter(SizePrediction::differs)
                .map(SizePrediction::standardised)
                .toArray(double[][]::new);
    }

    /** NaN for a choice such as {@code off}. */
    private static double logarithm(Object value) {
        return value instanceof Number number && number.doubleValue() > 0 ? Math.log(number.doubleValue()) : Double.NaN;
    }

    private static boolean differs(double[] column) {
        double[] known = known(column);
        return known.length > 1 && StatUtils.variance(known) > 0;
    }

    /** What is no number is at the mean. */
    private static double[] standardised(double[] column) {
        double[] known = known(column);
        double mean = StatUtils.mean(known);
        double deviation = Math.sqrt(StatUtils.variance(known));
        return Arrays.stream(column)
                .map(value -> Double.isNaN(value) ? 0 : (value - mean) / deviation)
                .toArray();
    }

    private static double[] known(double[] column) {
        return Arrays.stream(column).filter(value -> !Double.isNaN(value)).toArray();
    }
}
