package io.rafiki.trainer.train;

import io.rafiki.trainer.statistics.PValue;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.FDistribution;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * A tested effect of machine drift.
 *
 * @param columns columns of the regression
 * @param p probability of such an effect or a greater one under the null hypothesis; empty if it cannot be tested
 */
record DriftEffect(List<ToDoubleFunction<Moment>> columns, OptionalDouble p) {

    static final DriftEffect UNTESTED = new DriftEffect(List.of(), OptionalDouble.empty());

    /** Significance level of the F tests. */
    private static final double LEVEL = 0.05;

    /** With fewer degrees of freedom the residual variance is unknown. */
    private static final int FEWEST_FREEDOM = 5;

    /** Below this value a column is collinear with the others; the remainder is rounding error. */
    private static final double SINGULAR = 1e-9;

    /** A sum of squares of logarithms below this value is rounding error. */
    private static final double NOTHING = 1e-12;

    boolean isShown() {
        return p.isPresent() && p.getAsDouble() < LEVEL;
    }

    List<ToDoubleFunction<Moment>> shownAfter(List<ToDoubleFunction<Moment>> others) {
        return isShown() ? join(others, columns) : others;
    }

    String chance() {
        return p.isPresent() ? PValue.said(p.getAsDouble()) : "too few trials";
    }

    private static <T> List<T> join(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /** The session, workload and time of a measurement. */
    record Moment(Session session, Workload workload, double hours) {}

    /** Baseline trials with the logarithms of their values. */
    record Sample(List<Moment> moments, List<Double> logarithms) {

        /** Tests whether these columns explain the residual of the others. */
        DriftEffect ask(List<ToDoubleFunction<Moment>> others, List<ToDoubleFunction<Moment>> columns) {
            int freedom = logarithms.size() - others.size() - columns.size();
            OptionalDouble p = OptionalDouble.empty();
            if (!columns.isEmpty() && freedom >= FEWEST_FREEDOM) {
                try {
                    p = OptionalDouble.of(chance(rest(others), rest(join(others, columns)), columns.size(), freedom));
                } catch (SingularMatrixException alike) {
                    // these columns are collinear
                }
            }
            return new DriftEffect(columns, p);
        }

        double[] weights(List<ToDoubleFunction<Moment>> columns) {
            return fit(columns).estimateRegressionParameters();
        }

        private double rest(List<ToDoubleFunction<Moment>> columns) {
            return fit(columns).calculateResidualSumOfSquares();
        }

        private OLSMultipleLinearRegression fit(List<ToDoubleFunction<Moment>> columns) {
            OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression(SINGULAR);
            regression.setNoIntercept(true);
            double[][] rows = moments.stream()
                    .map(moment -> columns.stream()
                            .mapToDouble(column -> column.applyAsDouble(moment))
                            .toArray())
                    .toArray(double[][]::new);
            regression.newSampleData(
                    logarithms.stream().mapToDouble(Double::doubleValue).toArray(), rows);
            return regression;
        }

        private static double chance(double without, double with, int columns, int freedom) {
            if (without < NOTHING) {
                return 1;
            }
            double f = (without - with) / columns / (Math.max(with, NOTHING) / freedom);
            return 1 - new FDistribution(columns, freedom).cumulativeProbability(Math.max(0, f));
        }
    }
}
