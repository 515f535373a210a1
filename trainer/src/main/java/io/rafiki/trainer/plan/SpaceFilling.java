package io.rafiki.trainer.plan;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;

/** Configurations that cover what the constraints of a knob space leave evenly, each with a place on one more axis: a scrambled Sobol sequence. */
public final class SpaceFilling {

    /**
     * One of them.
     *
     * @param configuration of the space
     * @param place in [0, 1), on the axis of the workload
     */
    public record Point(Configuration configuration, double place) {

        /** The place as a read ratio between two others, in whole percents. */
        public double readRatio(double lowest, double highest) {
            return Math.round((lowest + place * (highest - lowest)) * 100) / 100.0;
        }
    }

    private static final int MOST_DRAWS = 1_000_000;

    private final KnobSpace space;
    private final ScrambledSobol sobol;

    /** @param seed another seed is another sequence */
    public SpaceFilling(KnobSpace space, long seed) {
        this.space = space;
        sobol = new ScrambledSobol(space.size() + 1, seed);
    }

    /**
     * The next point whose configuration satisfies the constraints of the space.
     *
     * @throws IllegalStateException with one line if a million points in a row do not
     */
    public Point next() {
        for (int draw = 0; draw < MOST_DRAWS; draw++) {
            Point point = at(space, sobol.next());
            if (space.broken(point.configuration().codes()).isEmpty()) {
                return point;
            }
        }
        throw new IllegalStateException("expected configurations that satisfy the constraints " + space.constraints()
                + ", found none in " + MOST_DRAWS + " draws. Change a range or a constraint.");
    }

    /**
     * The configuration at a place of the unit cube.
     *
     * @param place one coordinate in [0, 1) for each knob, and one more
     */
    public static Point at(KnobSpace space, double[] place) {
        double[] codes = new double[space.size()];
        for (int k = 0; k < codes.length; k++) {
            codes[k] = TrialDesign.code(space.knob(k), place[k]);
        }
        return new Point(new Configuration(space, codes), place[codes.length]);
    }
}
