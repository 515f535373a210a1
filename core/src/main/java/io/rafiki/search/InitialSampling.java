package io.rafiki.search;

/**
 * Initial sampling of a subspace: points of a low-discrepancy sequence, and the starting points in it.
 *
 * <p>The sequence is the additive recurrence on the generalised golden ratio (Roberts 2018) with a random shift. Its points keep their
 * distance in any number of dimensions.
 */
final class InitialSampling {

    private InitialSampling() {}

    /**
     * Samples a subspace.
     *
     * @param seeds starting points in this subspace; an infeasible one moves to a feasible position
     * @param shift 0..1, start of the sequence
     * @param rows receives {@code n} configurations, the seeds first
     * @param values receives their lower bounds
     * @return index of the best row
     */
    static int sample(
            Objective objective,
            Subspace subspace,
            double[][] seeds,
            double shift,
            int n,
            double[] rows,
            double[] values) {
        int width = objective.width();
        double root = root(subspace.dimensions());
        double[] position = new double[subspace.dimensions()];
        for (int i = 0; i < n; i++) {
            if (i < seeds.length) {
                subspace.settle(seeds[i], seeds[i], rows, i * width);
                continue;
            }
            double step = 1;
            for (int d = 0; d < position.length; d++) {
                step /= root;
                position[d] = fraction(shift + (i + 1) * step);
            }
            subspace.place(position, rows, i * width);
        }
        return objective.evaluate(rows, n, values);
    }

    /** The positive solution of {@code x^(d+1) = x + 1}. */
    private static double root(int dimensions) {
        double x = 1.5;
        for (int i = 0; i < 30; i++) {
            x = Math.pow(1 + x, 1.0 / (dimensions + 1));
        }
        return x;
    }

    private static double fraction(double x) {
        return x - Math.floor(x);
    }
}
