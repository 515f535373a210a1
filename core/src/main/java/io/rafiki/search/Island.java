package io.rafiki.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A part of the search space without jumps: every choice is made, and every knob with special values either has one of them or
 * moves in its ordinary range. Crossing parents of different choices makes no sense, and one population for all of them
 * converges on the wrong one (Rafiki §3.7 searches all in one).
 */
final class Island {

    private static final int HALVINGS = 10;

    private final List<Axis> axes;
    private final double[] base;
    private final int[] free;
    private final Allowed allowed;
    private final double[] foothold;

    private Island(List<Axis> axes, double[] base, int[] free, Allowed allowed, double[] foothold) {
        this.axes = axes;
        this.base = base;
        this.free = free;
        this.allowed = allowed;
        this.foothold = foothold;
    }

    /** The number of islands; may be more than fit into an int. */
    static double count(List<Axis> axes) {
        double count = 1;
        for (Axis axis : axes) {
            count *= ways(axis);
        }
        return count;
    }

    /** The island of the given number, from 0. */
    static Island of(List<Axis> axes, long number) {
        double[] base = new double[axes.size()];
        List<Integer> free = new ArrayList<>();
        long rest = number;
        for (int k = 0; k < base.length; k++) {
            Axis axis = axes.get(k);
            int way = (int) (rest % ways(axis));
            rest /= ways(axis);
            if (way < axis.singles().size()) {
                base[k] = axis.singles().get(way);
            } else {
                base[k] = axis.min();
                free.add(k);
            }
        }
        return new Island(axes, base, free.stream().mapToInt(k -> k).toArray(), new Allowed(List.of()), new double[0]);
    }

    /** This island kept to what the constraints allow; empty if no position of it is found that they do. */
    Optional<Island> within(Allowed constraints) {
        if (constraints.everything()) {
            return Optional.of(this);
        }
        return Foothold.find(this, constraints, base.length)
                .map(position -> new Island(axes, base, free, constraints, position));
    }

    /** The number of the island on which a configuration lies. */
    static long numberOf(List<Axis> axes, double[] codes) {
        long number = 0;
        for (int k = codes.length - 1; k >= 0; k--) {
            int single = axes.get(k).singles().indexOf(codes[k]);
            number = number * ways(axes.get(k))
                    + (single < 0 ? axes.get(k).singles().size() : single);
        }
        return number;
    }

    /** The number of knobs that move. */
    int dimensions() {
        return free.length;
    }

    /**
     * Writes the configuration at a position in the unit cube into a row of codes; integers are rounded to values, and a
     * configuration that a constraint forbids is moved back towards one that is allowed.
     */
    void place(double[] position, double[] codes, int at) {
        System.arraycopy(base, 0, codes, at, base.length);
        for (int d = 0; d < free.length; d++) {
            codes[at + free[d]] = axes.get(free[d]).code(position[d]);
        }
        if (!allowed.holds(codes, at)) {
            retreat(position, codes, at);
        }
    }

    /** Writes a configuration of any island as near to itself as this one has it; what cannot be taken over is taken from another. */
    void settle(double[] newcomer, double[] local, double[] codes, int at) {
        System.arraycopy(base, 0, codes, at, base.length);
        for (int k : free) {
            Axis axis = axes.get(k);
            codes[at + k] = axis.singles().contains(newcomer[k]) ? local[k] : axis.nearest(newcomer[k]);
        }
        if (!allowed.holds(codes, at)) {
            double[] row = Arrays.copyOfRange(codes, at, at + base.length);
            retreat(position(row), codes, at);
        }
    }

    /** Halves the way between what is allowed and what is not. */
    private void retreat(double[] position, double[] codes, int at) {
        double inside = 0;
        double outside = 1;
        for (int step = 0; step < HALVINGS; step++) {
            double share = (inside + outside) / 2;
            between(position, share, codes, at);
            if (allowed.holds(codes, at)) {
                inside = share;
            } else {
                outside = share;
            }
        }
        between(position, inside, codes, at);
    }

    private void between(double[] position, double share, double[] codes, int at) {
        for (int d = 0; d < free.length; d++) {
            codes[at + free[d]] = axes.get(free[d]).code(foothold[d] + share * (position[d] - foothold[d]));
        }
    }

    /** The position of a configuration of this island. */
    double[] position(double[] codes) {
        double[] position = new double[free.length];
        for (int d = 0; d < free.length; d++) {
            position[d] = axes.get(free[d]).position(codes[free[d]]);
        }
        return position;
    }

    private static int ways(Axis axis) {
        return axis.singles().size() + (axis.ordinary() ? 1 : 0);
    }
}
