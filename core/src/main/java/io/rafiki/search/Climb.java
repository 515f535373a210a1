package io.rafiki.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A way up from a configuration, one knob at a time: each round tries every knob at several distances both ways, together with all of
 * last round's best single steps at once. Where nothing is better it tries two knobs at a time, which follows a ridge or the edge of
 * a constraint; where that is no better either, the distances shrink.
 */
final class Climb {

    private static final double[] DISTANCES = {1, 0.5, 0.25, 0.125};
    private static final double DIAGONAL = 0.5;
    private static final double SHRINK = 1.0 / 16;
    private static final double FINEST = 1.0 / 1024;

    /** The proposals that change one knob: rows from {@code from} to before {@code to}. */
    private record Span(int knob, int from, int to) {}

    private final List<Axis> axes;
    private final Allowed allowed;
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
     * @param codes where to start; copied
     * @param value of the start
     * @param radius longest first step, as a share of a knob's range
     * @param singles whether choices and special values may change too
     */
    Climb(Objective objective, double[] codes, double value, double radius, boolean singles) {
        axes = objective.axes();
        allowed = objective.allowed();
        this.singles = singles;
        this.codes = codes.clone();
        combined = codes.clone();
        this.value = value;
        reach = radius;
    }

    /** The most rows that one round proposes. */
    static int most(List<Axis> axes) {
        int most = 1;
        for (Axis axis : axes) {
            most += axis.singles().size() + 2 * DISTANCES.length + 2;
        }
        return Math.max(most, 2 * axes.size() * (axes.size() - 1));
    }

    /** Whether the distances have become so short that nothing is left to gain. */
    boolean isOver() {
        return over;
    }

    /** Whether another climb stands at the same configuration. */
    boolean hasMet(Climb other) {
        return Arrays.equals(codes, other.codes);
    }

    /** The highest configuration so far. */
    double[] codes() {
        return codes.clone();
    }

    double value() {
        return value;
    }

    /**
     * Writes the configurations to try next.
     *
     * @param into receives them from row {@code from}
     * @return the number of rows that are there now
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

    /** Moves to the best of what was proposed, if it is better. */
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
            Axis axis = axes.get(k);
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

    /** The code a step away: at least the next value of a whole number. */
    private double stepped(int knob, double step) {
        Axis axis = axes.get(knob);
        double there = axis.code(axis.position(codes[knob]) + step);
        return there == codes[knob] && axis.whole() ? axis.nearest(codes[knob] + Math.signum(step)) : there;
    }

    /** Adds the configuration with one knob changed, unless that changes nothing or stands in a row from {@code from} already. */
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

    /** Keeps the row just written, if the constraints allow it. */
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
