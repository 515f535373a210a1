package io.rafiki.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A subspace without discontinuities: every choice is fixed, and every knob with special values either has one of them or varies in its
 * ordinary range. Crossover between different choices is meaningless, and a single population for all of them converges on the wrong one
 * (Rafiki §3.7 searches all in one).
 */
final class Subspace {

    private static final int HALVINGS = 10;

    private final List<SearchDimension> axes;
    private final double[] base;
    private final int[] free;
    private final FeasibleSet allowed;
    private final double[] feasible;

    private Subspace(List<SearchDimension> axes, double[] base, int[] free, FeasibleSet allowed, double[] feasible) {
        this.axes = axes;
        this.base = base;
        this.free = free;
        this.allowed = allowed;
        this.feasible = feasible;
    }

    /** The number of subspaces; can exceed the range of int. */
    static double count(List<SearchDimension> axes) {
        double count = 1;
        for (SearchDimension axis : axes) {
            count *= ways(axis);
        }
        return count;
    }

    /** The subspace of the given number, from 0. */
    static Subspace of(List<SearchDimension> axes, long number) {
        double[] base = new double[axes.size()];
        List<Integer> free = new ArrayList<>();
        long rest = number;
        for (int k = 0; k < base.length; k++) {
            SearchDimension axis = axes.get(k);
            int way = (int) (rest % ways(axis));
            rest /= ways(axis);
            if (way < axis.singles().size()) {
                base[k] = axis.singles().get(way);
            } else {
                base[k] = axis.min();
                free.add(k);
            }
        }
        return new Subspace(
                axes, base, free.stream().mapToInt(k -> k).toArray(), new FeasibleSet(List.of()), new double[0]);
    }

    /** This subspace under the constraints; empty if no feasible position is found. */
    Optional<Subspace> within(FeasibleSet constraints) {
        if (constraints.everything()) {
            return Optional.of(this);
        }
        return FeasiblePoint.find(this, constraints, base.length)
                .map(position -> new Subspace(axes, base, free, constraints, position));
    }

    /** The number of the subspace of a configuration. */
    static long numberOf(List<SearchDimension> axes, double[] codes) {
        long number = 0;
        for (int k = codes.length - 1; k >= 0; k--) {
            int single = axes.get(k).singles().indexOf(codes[k]);
            number = number * ways(axes.get(k))
                    + (single < 0 ? axes.get(k).singles().size() : single);
        }
        return number;
    }

    /** The number of free knobs. */
    int dimensions() {
        return free.length;
    }

    /**
     * Writes the configuration at a position in the unit cube into a row of codes. Integers are rounded, and an infeasible configuration
     * moves back towards a feasible one.
     */
    void place(double[] position, double[] codes, int at) {
        System.arraycopy(base, 0, codes, at, base.length);
        for (int d = 0; d < free.length; d++) {
            codes[at + free[d]] = axes.get(free[d]).code(position[d]);
        }
        if (!allowed.holds(codes, at)) {
            moveInside(position, codes, at);
        }
    }

    /**
     * Writes the configuration of this subspace that is nearest to a configuration of any subspace. Missing values come from another
     * configuration.
     */
    void settle(double[] newcomer, double[] local, double[] codes, int at) {
        System.arraycopy(base, 0, codes, at, base.length);
        for (int k : free) {
            SearchDimension axis = axes.get(k);
            codes[at + k] = axis.singles().contains(newcomer[k]) ? local[k] : axis.nearest(newcomer[k]);
        }
        if (!allowed.holds(codes, at)) {
            double[] row = Arrays.copyOfRange(codes, at, at + base.length);
            moveInside(position(row), codes, at);
        }
    }

    /** Bisects between a feasible and an infeasible position. */
    private void moveInside(double[] position, double[] codes, int at) {
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
            codes[at + free[d]] = axes.get(free[d]).code(feasible[d] + share * (position[d] - feasible[d]));
        }
    }

    /** The position of a configuration of this subspace. */
    double[] position(double[] codes) {
        double[] position = new double[free.length];
        for (int d = 0; d < free.length; d++) {
            position[d] = axes.get(free[d]).position(codes[free[d]]);
        }
        return position;
    }

    private static int ways(SearchDimension axis) {
        return axis.singles().size() + (axis.ordinary() ? 1 : 0);
    }
}
