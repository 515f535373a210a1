package io.rafiki.search;

import java.util.ArrayList;
import java.util.List;

/**
 * Climbs from a configuration along one knob at a time: each round tries every knob at several distances both ways, in one batch,
 * together with all of last round's best single steps at once; where nothing is better, the distances shrink.
 */
final class Polish {

    private static final double[] DISTANCES = {1, 0.5, 0.25, 0.125};
    private static final double SHRINK = 1.0 / 16;

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
        double[] combined = codes.clone();
        for (int round = 0; round < rounds; round++) {
            n = 0;
            List<int[]> spans = propose(codes, reach, singles);
            add(combined, -1, 0);
            int top = objective.evaluate(rows, n, values);
            System.arraycopy(codes, 0, combined, 0, codes.length);
            for (int[] span : spans) {
                int better = best(span[1], span[2], best);
                if (better >= 0) {
                    combined[span[0]] = rows[better * codes.length + span[0]];
                }
            }
            if (values[top] > best) {
                best = values[top];
                System.arraycopy(rows, top * codes.length, codes, 0, codes.length);
            } else if (reach * SHRINK * 2 < 1.0 / 1024) {
                break;
            } else {
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
            boolean moving = axis.ordinary() && !axis.singles().contains(codes[k]);
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

    /** Adds the configuration with one knob changed, unless that changes nothing; knob -1 adds it as it is. */
    private void add(double[] codes, int knob, double code) {
        if (knob >= 0 && codes[knob] == code) {
            return;
        }
        int at = n * codes.length;
        System.arraycopy(codes, 0, rows, at, codes.length);
        if (knob >= 0) {
            rows[at + knob] = code;
        }
        n++;
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
