package io.rafiki.search;

/**
 * A first look at an island: points of a low-discrepancy sequence, and the starting points that lie on it.
 *
 * <p>The sequence is the additive recurrence on the generalised golden ratio (Roberts 2018), shifted at random: in any number
 * of dimensions its points stay apart from each other.
 */
final class Scout {

    private Scout() {}

    /**
     * Looks at an island.
     *
     * @param seeds starting points on this island; one that a constraint forbids is moved to what is allowed
     * @param shift 0..1, where the sequence starts
     * @param rows receives {@code n} configurations, the seeds first
     * @param values receives their lower bounds
     * @return index of the best row
     */
    static int look(
            Objective objective, Island island, double[][] seeds, double shift, int n, double[] rows, double[] values) {
        int width = objective.width();
        double root = root(island.dimensions());
        double[] position = new double[island.dimensions()];
        for (int i = 0; i < n; i++) {
            if (i < seeds.length) {
                island.settle(seeds[i], seeds[i], rows, i * width);
                continue;
            }
            double step = 1;
            for (int d = 0; d < position.length; d++) {
                step /= root;
                position[d] = fraction(shift + (i + 1) * step);
            }
            island.place(position, rows, i * width);
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
