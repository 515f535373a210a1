package io.rafiki.search;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Envelope;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.Surrogate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lower confidence bound of the surrogate at one read ratio, a batch of configurations at a time, and the best seen so far.
 *
 * <p>Knobs are reached through their axes; those held have one value.
 */
final class Objective {

    private final Surrogate surrogate;
    private final double readRatio;
    private final SearchSpace where;
    private final List<Axis> axes;

    private double[] mean = new double[0];
    private double[] deviation = new double[0];
    private long evaluations;

    private final double[] best;
    private Prediction bestPrediction;
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
        axes = axes(where);
        best = new double[axes.size()];
    }

    List<Axis> axes() {
        return axes;
    }

    /** The number of knobs, which is the length of a row. */
    int width() {
        return axes.size();
    }

    long evaluations() {
        return evaluations;
    }

    /** The starting points, moved onto the axes. */
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
     * @param value receives the lower bounds
     * @return the index of the greatest, or -1 if there are no rows
     */
    int evaluate(double[] codes, int n, double[] value) {
        if (mean.length < n) {
            mean = new double[n];
            deviation = new double[n];
        }
        surrogate.predict(readRatio, codes, n, mean, deviation);
        evaluations += n;
        int top = -1;
        for (int i = 0; i < n; i++) {
            double bound = mean[i] - where.kappa() * deviation[i];
            value[i] = Double.isNaN(bound) ? Double.NEGATIVE_INFINITY : bound;
            if (top < 0 || value[i] > value[top]) {
                top = i;
            }
        }
        if (top >= 0 && value[top] > bestValue) {
            bestValue = value[top];
            bestPrediction = new Prediction(mean[top], deviation[top]);
            System.arraycopy(codes, top * width(), best, 0, width());
        }
        return top;
    }

    SearchResult result() {
        if (bestPrediction == null) {
            throw new IllegalStateException("search: expected a surrogate that predicts numbers, found none in "
                    + evaluations + " evaluations");
        }
        return new SearchResult(new Configuration(where.space(), best), bestPrediction, evaluations);
    }

    private static List<Axis> axes(SearchSpace where) {
        List<Axis> axes = new ArrayList<>();
        Optional<Envelope> envelope = where.within();
        for (int k = 0; k < where.space().size(); k++) {
            Double held = where.fixed().get(where.space().knob(k).name());
            if (held != null) {
                axes.add(Axis.held(held));
            } else {
                Axis axis = Axis.of(where.space().knob(k));
                axes.add(
                        envelope.isPresent()
                                ? axis.within(envelope.get().knobs().get(k))
                                : axis);
            }
        }
        return List.copyOf(axes);
    }
}
