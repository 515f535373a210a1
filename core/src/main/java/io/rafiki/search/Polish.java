package io.rafiki.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Climbs from a configuration along one knob at a time: each round tries every knob at several distances both ways, in one batch,
 * together with all of last round's best single steps at once. Where nothing is better it tries two knobs at a time, which follows
 * a ridge or the edge of a constraint; where that is no better either, the distances shrink.
 */
final class Polish {

    private static final double[] DISTANCES = {1, 0.5, 0.25, 0.125};
    private static final double SHRINK = 1.0 / 16;
    private static final double FINEST = 1.0 / 1024;
    private static final double[] DIAGONALS = {0.5};

    private final Objective objective;
    private final List<Axis> axes;
    private final double[] rows;
    private final double[] values;
    private int n;

    Polish(Objective objective) {
        this.objective = objective;
        axes = objective.axes();
        int width = objective.width();
        int most = 1;
        for (Axis axis : axes) {
            most += axis.singles().size() + 2 * DISTANCES.length + 2;
        }
        most = Math.max(most, 4 * DIAGONALS.length * width * (width - 1) / 2);
        rows = new double[most * width];
        values = new double[most];
    }

    /**
     * Improves a configuration in place.
     *
     * @param codes where to start; receives the best found
     * @param value of the start
     * @param radius longest first step, as a share of a knob's range
     * @param rounds most batches spent
     * @param singles whether choices and special values may change too
     * @return the value reached
     */
    double improve(double[] codes, double value, double radius, int rounds, boolean singles) {
        double best = value;
        double reach = radius;
        boolean pairs = false;
        double[] combined = codes.clone();
        for (int round = 0; round < rounds; round++) {
            n = 0;
            List<int[]> spans = pairs ? pairs(codes, reach) : propose(codes, reach, singles);
            if (!pairs && !Arrays.equals(codes, combined)) {
                add(combined);
            }
            int top = objective.evaluate(rows, n, values);
            System.arraycopy(codes, 0, combined, 0, codes.length);
            for (int[] span : spans) {
                int better = best(span[1], span[2], best);
                if (better >= 0) {
                    combined[span[0]] = rows[better * codes.length + span[0]];
                }
            }
            if (top >= 0 && values[top] > best) {
                best = values[top];
                System.arraycopy(rows, top * codes.length, codes, 0, codes.length);
                pairs = false;
            } else if (!pairs) {
                pairs = true;
            } else if (reach * SHRINK * 2 < FINEST) {
                break;
            } else {
                pairs = false;
                reach *= SHRINK;
            }
        }
        return best;
    }

    /** Fills {@code rows} with the neighbours; gives per knob its index and the range of its rows. */
    private List<int[]> propose(double[] codes, double reach, boolean singles) {
        List<int[]> spans = new ArrayList<>();
        for (int k = 0; k < codes.length; k++) {
            int from = n;
            Axis axis = axes.get(k);
            boolean moving = moves(k, codes);
            if (singles) {
                for (double single : axis.singles()) {
                    add(codes, k, single);
                }
                if (axis.ordinary() && !moving) {
                    for (double distance : DISTANCES) {
                        add(codes, k, axis.code(distance));
                    }
                }
            }
            if (moving) {
                double position = axis.position(codes[k]);
                for (double distance : DISTANCES) {
                    add(codes, k, axis.code(position + reach * distance));
                    add(codes, k, axis.code(position - reach * distance));
                }
                if (axis.whole()) {
                    add(codes, k, axis.nearest(codes[k] + 1));
                    add(codes, k, axis.nearest(codes[k] - 1));
                }
            }
            spans.add(new int[] {k, from, n});
        }
        return spans;
    }

    /** Fills {@code rows} with steps of two knobs at a time; no span is of one knob. */
    private List<int[]> pairs(double[] codes, double reach) {
        for (int j = 0; j < codes.length; j++) {
            for (int k = 0; k < j; k++) {
                if (moves(j, codes) && moves(k, codes)) {
                    for (double distance : DIAGONALS) {
                        add(codes, j, reach * distance, k, reach * distance);
                        add(codes, j, reach * distance, k, -reach * distance);
                        add(codes, j, -reach * distance, k, reach * distance);
                        add(codes, j, -reach * distance, k, -reach * distance);
                    }
                }
            }
        }
        return List.of();
    }

    private boolean moves(int knob, double[] codes) {
        return axes.get(knob).ordinary() && !axes.get(knob).singles().contains(codes[knob]);
    }

    private void add(double[] codes, int one, double step, int other, double otherStep) {
        double left = stepped(one, codes[one], step);
        double right = stepped(other, codes[other], otherStep);
        if (left != codes[one] && right != codes[other]) {
            System.arraycopy(codes, 0, rows, n * codes.length, codes.length);
            rows[n * codes.length + one] = left;
            rows[n * codes.length + other] = right;
            keepAllowed();
        }
    }

    /** The code a step away: at least the next value of a whole number. */
    private double stepped(int knob, double code, double step) {
        Axis axis = axes.get(knob);
        double there = axis.code(axis.position(code) + step);
        return there == code && axis.whole() ? axis.nearest(code + Math.signum(step)) : there;
    }

    /** Adds the configuration with one knob changed, unless that changes nothing. */
    private void add(double[] codes, int knob, double code) {
        if (codes[knob] != code) {
            System.arraycopy(codes, 0, rows, n * codes.length, codes.length);
            rows[n * codes.length + knob] = code;
            keepAllowed();
        }
    }

    private void add(double[] codes) {
        System.arraycopy(codes, 0, rows, n * codes.length, codes.length);
        keepAllowed();
    }

    /** Keeps the row just written, if the constraints allow it. */
    private void keepAllowed() {
        n += objective.allowed().holds(rows, n * objective.width()) ? 1 : 0;
    }

    private int best(int from, int to, double floor) {
        int best = -1;
        for (int i = from; i < to; i++) {
            if (values[i] > (best < 0 ? floor : values[best])) {
                best = i;
            }
        }
        return best;
    }
}
