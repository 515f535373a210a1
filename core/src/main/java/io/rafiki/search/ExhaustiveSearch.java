package io.rafiki.search;

import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;

/**
 * Evaluates every feasible point of a grid: the reference for other searches. Its cost is the product of all knobs' grid sizes, so it is
 * too slow for a live node.
 */
public final class ExhaustiveSearch implements Search {

    private static final int BATCH = 4096;
    private static final double MOST_POINTS = 200e6;

    private final int steps;

    /** @param steps maximum number of values per ordinary range; all choices and special values are always included */
    public ExhaustiveSearch(int steps) {
        if (steps < 1) {
            throw new IllegalArgumentException("steps: expected at least 1, found " + steps);
        }
        this.steps = steps;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the grid has more than 200 million points
     */
    @Override
    public SearchResult search(Surrogate surrogate, Workload workload, SearchSpace where, long seed) {
        Objective objective = new Objective(surrogate, workload, where);
        int width = objective.width();
        double[][] grid = new double[width][];
        double points = 1;
        for (int k = 0; k < width; k++) {
            grid[k] = objective.axes().get(k).grid(steps);
            points *= grid[k].length;
        }
        if (points > MOST_POINTS) {
            throw new IllegalArgumentException("exhaustive search: expected at most " + (long) MOST_POINTS
                    + " points, found " + (long) points + ". Fix knobs or use fewer steps.");
        }
        int[] at = new int[width];
        double[] codes = new double[BATCH * width];
        double[] values = new double[BATCH];
        int n = 0;
        for (long left = (long) points; left > 0; left--) {
            for (int k = 0; k < width; k++) {
                codes[n * width + k] = grid[k][at[k]];
            }
            n += objective.allowed().holds(codes, n * width) ? 1 : 0;
            advance(at, grid);
            if (n == BATCH) {
                objective.evaluate(codes, n, values);
                n = 0;
            }
        }
        objective.evaluate(codes, n, values);
        return objective.result();
    }

    private static void advance(int[] at, double[][] grid) {
        for (int k = 0; k < at.length; k++) {
            at[k]++;
            if (at[k] < grid[k].length) {
                return;
            }
            at[k] = 0;
        }
    }
}
