package io.rafiki.benchmark.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A step on the ordered scale of UnifiedCompactionStrategy, at one read ratio. The scale is an integer: -8 for L10, 0 for N, 8 for T10.
 *
 * @param from scaling parameter before
 * @param to scaling parameter after
 * @param readRatio share of reads among the operations of the clients
 */
record StepCase(int from, int to, double readRatio) {

    /** The scaling parameter T10. */
    static final int MOST = 8;

    /** Lower ends of the steps: T4, L4, N, L10, T9 and L3. An interrupted benchmark has measured different parts of the scale. */
    private static final List<Integer> PLACES = List.of(2, -2, 0, -8, 7, -1);

    private static final List<Double> READ_RATIOS = List.of(0.1, 0.9);

    /**
     * The cases in their order: at each place there and back, at each read ratio.
     *
     * @param width difference of the scaling parameters
     */
    static List<StepCase> all(int width) {
        List<StepCase> cases = new ArrayList<>();
        for (int place : PLACES) {
            for (double readRatio : READ_RATIOS) {
                if (place + width <= MOST) {
                    cases.add(new StepCase(place, place + width, readRatio));
                    cases.add(new StepCase(place + width, place, readRatio));
                }
            }
        }
        return cases;
    }

    String before() {
        return strategy(from);
    }

    String after() {
        return strategy(to);
    }

    /** The strategy as a value of the compaction knob. A parameter of f compactions per level is T{f} or L{f}, at the distance f - 2 from N. */
    private static String strategy(int scale) {
        return "Unified(" + (scale == 0 ? "N" : (scale < 0 ? "L" : "T") + (Math.abs(scale) + 2)) + ")";
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s -> %s, %.0f %% reads", before(), after(), 100 * readRatio);
    }
}
