package io.rafiki.search;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.Surrogate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a search maximises at one read ratio, a batch of configurations at a time, and the best seen so far.
 *
 * <p>The value of a configuration is the lower confidence bound of its throughput. One that misses a {@link Bound} has a value
 * below all that keep them, the lower the more it misses; one that breaks a constraint is worth nothing and never the best. Knobs
 * are reached through their axes; those held have one value. Evaluating allocates nothing once the largest batch has been seen.
 */
final class Objective {

    /** More than any throughput, and small enough that differences of 1e-16 are kept. */
    private static final double BEYOND = -1e15;

    private final Surrogate surrogate;
    private final double readRatio;
    private final SearchSpace where;
    private final List<Axis> axes;
    private final Allowed allowed;
    private final Bound[] bounds;

    private double[] mean = new double[0];
    private double[] deviation = new double[0];
    private double[] otherMean = new double[0];
    private double[] otherDeviation = new double[0];
    private double[] excess = new double[0];
    private long evaluations;

    private final double[] best;
    private double bestMean = Double.NaN;
    private double bestDeviation = Double.NaN;
    private double bestExcess;
    private double bestValue = Double.NEGATIVE_INFINITY;

    Objective(Surrogate surrogate, double readRatio, SearchSpace where) {
        if (!surrogate.space().equals(where.space())) {
            throw new IllegalArgumentException("search: expected the surrogate's knobs "
                    + surrogate.space().names() + ", found another space of "
                    + where.space().names());
        }
        this.surrogate = surrogate;
        this.readRatio = readRatio;
        this.where = where;
        axes = Axis.of(where);
        allowed = new Allowed(where.constraints());
        bounds = where.bounds().toArray(Bound[]::new);
        best = new double[axes.size()];
    }

    List<Axis> axes() {
        return axes;
    }

    Allowed allowed() {
        return allowed;
    }

    /** The number of knobs, which is the length of a row. */
    int width() {
        return axes.size();
    }

    long evaluations() {
        return evaluations;
    }

    /** The starting points, moved onto the axes; they may break constraints. */
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
     * Evaluates {@code n} rows and remembers the best of all rows ever seen.
     *
     * @param value receives what they are worth
     * @return the index of the greatest, or -1 if there are no rows
     */
    int evaluate(double[] codes, int n, double[] value) {
        if (mean.length < n) {
            mean = new double[n];
            deviation = new double[n];
            excess = new double[n];
        }
        surrogate.predict(readRatio, codes, n, mean, deviation);
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
            bestExcess = excess[top];
            System.arraycopy(codes, top * width(), best, 0, width());
        }
        return top;
    }

    /** What one configuration misses of the bound that it misses most, as a share of the limit; 0 if it keeps all. */
    double excess(double[] codes) {
        evaluate(codes, 1, new double[1]);
        return excess[0];
    }

    SearchResult result() {
        if (bestValue == Double.NEGATIVE_INFINITY) {
            throw new IllegalStateException(
                    evaluations == 0
                            ? noneAllowed()
                            : "search: expected a surrogate that predicts numbers, found none in " + evaluations
                                    + " evaluations");
        }
        Configuration found = new Configuration(where.space(), best);
        List<Prediction> bounded = where.bounds().stream()
                .map(bound -> bound.metric().predict(readRatio, found))
                .toList();
        List<Configuration> refused = where.seeds().stream()
                .filter(seed -> !allowed.holds(seed.codes(), 0))
                .toList();
        return new SearchResult(
                found, new Prediction(bestMean, bestDeviation), evaluations, bounded, bestExcess, refused);
    }

    private double value(double[] codes, int row) {
        double bound = mean[row] - where.kappa() * deviation[row];
        if (Double.isNaN(bound) || Double.isNaN(excess[row]) || !allowed.holds(codes, row * width())) {
            return Double.NEGATIVE_INFINITY;
        }
        return excess[row] > 0 ? BEYOND * (1 + excess[row]) : bound;
    }

    /** Fills {@code excess} with what each row misses of the bound that it misses most. */
    private void exceed(double[] codes, int n) {
        if (bounds.length == 0) {
            return;
        }
        if (otherMean.length < n) {
            otherMean = new double[n];
            otherDeviation = new double[n];
        }
        for (int i = 0; i < n; i++) {
            excess[i] = 0;
        }
        for (int b = 0; b < bounds.length; b++) {
            bounds[b].metric().predict(readRatio, codes, n, otherMean, otherDeviation);
            for (int i = 0; i < n; i++) {
                excess[i] = Math.max(excess[i], bounds[b].excess(otherMean[i], otherDeviation[i], where.kappa()));
            }
        }
    }

    private String noneAllowed() {
        return "search: expected a configuration that satisfies "
                + where.constraints().stream().map(Constraint::shown).collect(Collectors.joining(" and "))
                + ", found none among those that may be tried. Hold fewer knobs, or change the constraint.";
    }
}
