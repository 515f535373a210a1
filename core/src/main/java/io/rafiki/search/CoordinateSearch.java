package io.rafiki.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Coordinate search from a configuration: each round tries every knob at several distances in both directions, plus the combination of
 * the previous round's best single steps. Without an improvement it tries pairs of knobs, which follows a ridge or the edge of a
 * constraint. Without an improvement there either, the distances shrink.
 */
final class CoordinateSearch {

    private static final double[] DISTANCES = {1, 0.5, 0.25, 0.125};
    private static final double DIAGONAL = 0.5;
    private static final double SHRINK = 1.0 / 16;
    private static final double FINEST = 1.0 / 1024;

    /** The proposals that change one knob: rows from {@code from} (inclusive) to {@code to} (exclusive). */
    private record Span(int knob, int from, int to) {}

    private final List<SearchDimension> axes;
    private final FeasibleSet allowed;
    private final boolean singles;
    private final double[] codes;
    private final double[] combined;
    private final List<Span> spans = new ArrayList<>();
    private double value;
    private double reach;
    private boolean pairs;
    private boolean over;

    private double[] rows = new double[0];
    private int first;
    private int next;

    /**
     * @param codes start configuration; copied
     * @param value value of the start
     * @param radius longest first step, as a share of a knob's range
     * @param singles whether choices and special values can change too
     */
    CoordinateSearch(Objective objective, double[] codes, double value, double radius, boolean singles) {
        axes = objective.axes();
        allowed = objective.allowed();
        this.singles = singles;
        this.codes = codes.clone();
        combined = codes.clone();
        this.value = value;
        reach = radius;
    }

    /** The maximum number of rows per round. */
    static int most(List<SearchDimension> axes) {
        int most = 1;
        for (SearchDimension axis : axes) {
            most += axis.singles().size() + 2 * DISTANCES.length + 2;
        }
        return Math.max(most, 2 * axes.size() * (axes.size() - 1));
    }

    /** Whether the distances are too short for further improvement. */
    boolean isOver() {
        return over;
    }

    /** Whether another coordinate search is at the same configuration. */
    boolean hasMet(CoordinateSearch other) {
        return Arrays.equals(codes, other.codes);
    }

    /** The best configuration so far. */
    double[] codes() {
        return codes.clone();
    }

    double value() {
        return value;
    }

    /**
     * Writes the next configurations to evaluate.
     *
     * @param into receives them from row {@code from}
     * @return the total number of rows
     */
    int propose(double[] into, int from) {
        rows = into;
        first = from;
        next = from;
        spans.clear();
        if (pairs) {
            proposePairs();
        } else {
            proposeSingles();
        }
        return next;
    }

    /** Moves to the best proposal, if it is better. */
    void learn(double[] values) {
        int width = codes.length;
        int top = best(values, first, next, value);
        System.arraycopy(codes, 0, combined, 0, width);
        for (Span span : spans) {
            int better = best(values, span.from(), span.to(), value);
            if (better >= 0) {
                combined[span.knob()] = rows[better * width + span.knob()];
            }
        }
        if (top >= 0) {
            value = values[top];
            System.arraycopy(rows, top * width, codes, 0, width);
            if (pairs) {
                System.arraycopy(codes, 0, combined, 0, width);
            }
            pairs = false;
        } else if (!pairs) {
            pairs = true;
        } else {
            pairs = false;
            reach *= SHRINK;
            over = reach * 2 < FINEST;
        }
    }

    private void proposeSingles() {
        for (int k = 0; k < codes.length; k++) {
            int from = next;
            SearchDimension axis = axes.get(k);
            boolean moving = moves(k);
            if (singles) {
                for (double single : axis.singles()) {
                    add(k, single, from);
                }
                if (axis.ordinary() && !moving) {
                    for (double distance : DISTANCES) {
                        add(k, axis.code(distance), from);
                    }
                }
            }
            if (moving) {
                double position = axis.position(codes[k]);
                for (double distance : DISTANCES) {
                    add(k, axis.code(position + reach * distance), from);
                    add(k, axis.code(position - reach * distance), from);
                }
                if (axis.whole()) {
                    add(k, axis.nearest(codes[k] + 1), from);
                    add(k, axis.nearest(codes[k] - 1), from);
                }
            }
            spans.add(new Span(k, from, next));
        }
        if (!Arrays.equals(codes, combined)) {
            System.arraycopy(combined, 0, rows, next * codes.length, codes.length);
            keepAllowed();
        }
    }

    private void proposePairs() {
        for (int j = 0; j < codes.length; j++) {
            for (int k = 0; k < j; k++) {
                if (moves(j) && moves(k)) {
                    double step = reach * DIAGONAL;
                    add(j, step, k, step);
                    add(j, step, k, -step);
                    add(j, -step, k, step);
                    add(j, -step, k, -step);
                }
            }
        }
    }

    private boolean moves(int knob) {
        return axes.get(knob).ordinary() && !axes.get(knob).singles().contains(codes[knob]);
    }

    private void add(int one, double step, int other, double otherStep) {
        double left = stepped(one, step);
        double right = stepped(other, otherStep);
        if (left != codes[one] && right != codes[other]) {
            System.arraycopy(codes, 0, rows, next * codes.length, codes.length);
            rows[next * codes.length + one] = left;
            rows[next * codes.length + other] = right;
            keepAllowed();
        }
    }

    /** The code one step away; for integers at least the next value. */
    private double stepped(int knob, double step) {
        SearchDimension axis = axes.get(knob);
        double there = axis.code(axis.position(codes[knob]) + step);
        return there == codes[knob] && axis.whole() ? axis.nearest(codes[knob] + Math.signum(step)) : there;
    }

    /** Adds the configuration with one changed knob, unless it is unchanged or already among the rows from {@code from}. */
    private void add(int knob, double code, int from) {
        if (code == codes[knob]) {
            return;
        }
        for (int row = from; row < next; row++) {
            if (rows[row * codes.length + knob] == code) {
                return;
            }
        }
        System.arraycopy(codes, 0, rows, next * codes.length, codes.length);
        rows[next * codes.length + knob] = code;
        keepAllowed();
    }

    /** Keeps the last row, if it is feasible. */
    private void keepAllowed() {
        next += allowed.holds(rows, next * codes.length) ? 1 : 0;
    }

    private static int best(double[] values, int from, int to, double floor) {
        int best = -1;
        for (int i = from; i < to; i++) {
            if (values[i] > (best < 0 ? floor : values[best])) {
                best = i;
            }
        }
        return best;
    }
}
