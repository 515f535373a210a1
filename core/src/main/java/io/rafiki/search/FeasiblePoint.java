package io.rafiki.search;

import java.util.Arrays;
import java.util.Optional;

/**
 * Finds a feasible position in a subspace: one knob after the other moves to the smallest violation, starting from the middle, the lower
 * and the upper corner. This succeeds if a feasible position exists and each constraint is monotonic in each knob.
 */
final class FeasiblePoint {

    private static final double[] STARTS = {0.5, 0, 1};
    private static final int STEPS = 32;
    private static final int SWEEPS = 4;

    private FeasiblePoint() {}

    static Optional<double[]> find(Subspace subspace, FeasibleSet allowed, int width) {
        double[] codes = new double[width];
        for (double start : STARTS) {
            double[] position = new double[subspace.dimensions()];
            Arrays.fill(position, start);
            double least = violation(subspace, allowed, position, codes);
            for (int sweep = 0; sweep < SWEEPS && least > 0; sweep++) {
                for (int d = 0; d < position.length; d++) {
                    least = move(subspace, allowed, position, d, least, codes);
                }
            }
            if (least == 0) {
                return Optional.of(position);
            }
        }
        return Optional.empty();
    }

    /** Moves one knob to the smallest violation. */
    private static double move(
            Subspace subspace, FeasibleSet allowed, double[] position, int d, double least, double[] codes) {
        double best = position[d];
        double reached = least;
        for (int s = 0; s <= STEPS && reached > 0; s++) {
            position[d] = (double) s / STEPS;
            double shortfall = violation(subspace, allowed, position, codes);
            if (shortfall < reached) {
                reached = shortfall;
                best = position[d];
            }
        }
        position[d] = best;
        return reached;
    }

    private static double violation(Subspace subspace, FeasibleSet allowed, double[] position, double[] codes) {
        subspace.place(position, codes, 0);
        return allowed.violation(codes, 0);
    }
}
