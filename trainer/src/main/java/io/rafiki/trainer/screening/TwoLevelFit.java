package io.rafiki.trainer.screening;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * Main effects of a two-level design by least squares: {@code y = constant + sum of signs x half effects}.
 *
 * <p>With all runs this equals the contrasts of the columns, and it also works with missing runs. The residual, including interactions,
 * gives the standard error, so an effect smaller than the interactions is not significant.
 *
 * @param differences high minus low, per factor
 * @param standardErrors standard errors of the differences
 * @param p two-sided p values of the differences (Student)
 * @param freedom runs minus factors minus one
 */
record TwoLevelFit(List<Double> differences, List<Double> standardErrors, List<Double> p, int freedom) {

    TwoLevelFit {
        differences = List.copyOf(differences);
        standardErrors = List.copyOf(standardErrors);
        p = List.copyOf(p);
    }

    /**
     * The fit; empty if there are too few runs.
     *
     * @param signs one row per run
     * @param measured measurement of each run
     */
    static Optional<TwoLevelFit> of(List<int[]> signs, double[] measured) {
        int factors = signs.isEmpty() ? 0 : signs.get(0).length;
        int freedom = measured.length - factors - 1;
        if (factors == 0 || freedom < 1) {
            return Optional.empty();
        }
        double[][] rows = signs.stream()
                .map(run -> Arrays.stream(run).asDoubleStream().toArray())
                .toArray(double[][]::new);
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
        try {
            regression.newSampleData(measured, rows);
            double[] halves = regression.estimateRegressionParameters();
            double[] errors = regression.estimateRegressionParametersStandardErrors();
            List<Double> differences = new ArrayList<>();
            List<Double> standardErrors = new ArrayList<>();
            List<Double> p = new ArrayList<>();
            for (int i = 1; i <= factors; i++) {
                differences.add(2 * halves[i]);
                standardErrors.add(2 * errors[i]);
                p.add(probability(2 * halves[i], 2 * errors[i], freedom));
            }
            return Optional.of(new TwoLevelFit(differences, standardErrors, p, freedom));
        } catch (SingularMatrixException confounded) {
            return Optional.empty();
        }
    }

    private static double probability(double difference, double standardError, int freedom) {
        if (standardError == 0) {
            return difference == 0 ? 1 : 0;
        }
        return 2 * new TDistribution(freedom).cumulativeProbability(-Math.abs(difference / standardError));
    }
}
