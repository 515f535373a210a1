package io.rafiki.search;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of the search space without jumps: every choice is made, and every knob with special values either has one of them or
 * moves in its ordinary range. Crossing parents of different choices makes no sense, and one population for all of them
 * converges on the wrong one (Rafiki §3.7 searches all in one).
 */
final class Island {

    private final List<Axis> axes;
    private final double[] base;
    private final int[] free;

    private Island(List<Axis> axes, double[] base, int[] free) {
        this.axes = axes;
        this.base = base;
        this.free = free;
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
        return new Island(axes, base, free.stream().mapToInt(k -> k).toArray());
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

    /** Indices of the knobs that move. */
    int[] free() {
        return free.clone();
    }

    /** Writes the configuration at a position in the unit cube into a row of codes; integers are rounded to values. */
    void place(double[] position, double[] codes, int at) {
        System.arraycopy(base, 0, codes, at, base.length);
        for (int d = 0; d < free.length; d++) {
            codes[at + free[d]] = axes.get(free[d]).code(position[d]);
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
