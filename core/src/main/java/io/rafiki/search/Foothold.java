package io.rafiki.search;

import java.util.Arrays;
import java.util.Optional;

/**
 * Finds a position of an island that the constraints allow: one knob after the other goes where least is broken, from the middle,
 * the lower and the upper corner. That finds one, if there is one, where each constraint rises or falls with each knob.
 */
final class Foothold {

    private static final double[] STARTS = {0.5, 0, 1};
    private static final int STEPS = 32;
    private static final int SWEEPS = 4;

    private Foothold() {}

    static Optional<double[]> find(Island island, Allowed allowed, int width) {
        double[] codes = new double[width];
        for (double start : STARTS) {
            double[] position = new double[island.dimensions()];
            Arrays.fill(position, start);
            double least = shortfall(island, allowed, position, codes);
            for (int sweep = 0; sweep < SWEEPS && least > 0; sweep++) {
                for (int d = 0; d < position.length; d++) {
                    least = move(island, allowed, position, d, least, codes);
                }
            }
            if (least == 0) {
                return Optional.of(position);
            }
        }
        return Optional.empty();
    }

    /** Moves one knob to where least is broken. */
    private static double move(Island island, Allowed allowed, double[] position, int d, double least, double[] codes) {
        double best = position[d];
        double reached = least;
        for (int s = 0; s <= STEPS && reached > 0; s++) {
            position[d] = (double) s / STEPS;
            double shortfall = shortfall(island, allowed, position, codes);
            if (shortfall < reached) {
                reached = shortfall;
                best = position[d];
            }
        }
        position[d] = best;
        return reached;
    }

    private static double shortfall(Island island, Allowed allowed, double[] position, double[] codes) {
        island.place(position, codes, 0);
        return allowed.shortfall(codes, 0);
    }
}
