package io.rafiki.search;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The objective of a search at one workload, evaluated in batches, and the best configuration so far.
 *
 * <p>The value of a configuration is the lower confidence bound of its throughput. A configuration that violates a {@link OutputConstraint} has a
 * value below all that satisfy it, decreasing with the violation. An infeasible configuration has no value and is never the best. Fixed
 * knobs have one value. Evaluation allocates no memory after the largest batch.
 */
final class Objective {

    /** Greater than any throughput, and small enough to keep differences of 1e-16. */
    private static final double BEYOND = -1e15;

    private final Surrogate surrogate;
    private final Workload workload;
    private final SearchSpace where;
    private final List<SearchDimension> axes;
    private final FeasibleSet allowed;
    private final OutputConstraint[] bounds;

    private double[] mean = new double[0];
    private double[] deviation = new double[0];
    private double[] otherMean = new double[0];
    private double[] otherDeviation = new double[0];
    private double[] violation = new double[0];
    private long evaluations;

    private final double[] best;
    private double bestMean = Double.NaN;
    private double bestDeviation = Double.NaN;
    private double bestValue = Double.NEGATIVE_INFINITY;

    Objective(Surrogate surrogate, Workload workload, SearchSpace where) {
        if (!surrogate.space().equals(where.space())) {
            throw new IllegalArgumentException("search: expected the surrogate's knobs "
                    + surrogate.space().names() + ", found another space of "
                    + where.space().names());
        }
        this.surrogate = surrogate;
        this.workload = workload;
        this.where = where;
        axes = SearchDimension.of(where);
        allowed = new FeasibleSet(where.constraints());
        bounds = where.bounds().toArray(OutputConstraint[]::new);
        best = new double[axes.size()];
    }

    List<SearchDimension> axes() {
        return axes;
    }

    FeasibleSet allowed() {
        return allowed;
    }

    /** The number of knobs, which is the row length. */
    int width() {
        return axes.size();
    }

    /** The starting points, mapped to the search dimensions; they can be infeasible. */
    double[][] seeds() {
        List<double[]> seeds = new ArrayList<>();
        for (Configuration seed : where.seeds()) {
            double[] codes = seed.codes();
            for (int k = 0; k < codes.length; k++) {
                codes[k] = axes.get(k).nearest(codes[k]);
            }
            seeds.add(codes);
        }
        return seeds.toArray(double[][]::new);
    }

    /**
     * Evaluates {@code n} rows and stores the best of all rows so far.
     *
     * @param value receives the values
     * @return the index of the greatest value, or -1 without rows
     */
    int evaluate(double[] codes, int n, double[] value) {
        if (mean.length < n) {
            mean = new double[n];
            deviation = new double[n];
            violation = new double[n];
        }
        surrogate.predict(workload, codes, n, mean, deviation);
        evaluations += n;
        exceed(codes, n);
        int top = -1;
        for (int i = 0; i < n; i++) {
            value[i] = value(codes, i);
            if (top < 0 || value[i] > value[top]) {
                top = i;
            }
        }
        if (top >= 0 && value[top] > bestValue) {
            bestValue = value[top];
            bestMean = mean[top];
            bestDeviation = deviation[top];
            System.arraycopy(codes, top * width(), best, 0, width());
        }
        return top;
    }

    /** The largest bound violation of one configuration, as a share of the limit; 0 if it satisfies all bounds. */
    double violation(double[] codes) {
        evaluate(codes, 1, new double[1]);
        return violation[0];
    }

    SearchResult result() {
        if (bestValue == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException(
                    evaluations == 0
                            ? infeasible()
                            : "search: expected a surrogate that predicts numbers, found none in " + evaluations
                                    + " evaluations");
        }
        return new SearchResult(
                new Configuration(where.space(), best), new Prediction(bestMean, bestDeviation), evaluations);
    }

    private double value(double[] codes, int row) {
        double bound = mean[row] - where.kappa() * deviation[row];
        if (Double.isNaN(bound) || Double.isNaN(violation[row]) || !allowed.holds(codes, row * width())) {
            return Double.NEGATIVE_INFINITY;
        }
        return violation[row] > 0 ? BEYOND * (1 + violation[row]) : bound;
    }

    /** Fills {@code violation} with the largest bound violation of each row. */
    private void exceed(double[] codes, int n) {
        if (bounds.length == 0) {
            return;
        }
        if (otherMean.length < n) {
            otherMean = new double[n];
            otherDeviation = new double[n];
        }
        for (int i = 0; i < n; i++) {
            violation[i] = 0;
        }
        for (int b = 0; b < bounds.length; b++) {
            bounds[b].metric().predict(workload, codes, n, otherMean, otherDeviation);
            for (int i = 0; i < n; i++) {
                violation[i] =
                        Math.max(violation[i], bounds[b].violation(otherMean[i], otherDeviation[i], where.kappa()));
            }
        }
    }

    private String infeasible() {
        return "search: expected a configuration that satisfies "
                + where.constraints().stream().map(Constraint::shown).collect(Collectors.joining(" and "))
                + ", found none among those that may be tried. Hold fewer knobs, or change the constraint.";
    }
}
