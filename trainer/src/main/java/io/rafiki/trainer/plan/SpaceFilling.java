package io.rafiki.trainer.plan;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;

/** Configurations that cover a knob space evenly, each with a place on one more axis: a scrambled Sobol sequence. */
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

    private final KnobSpace space;
    private final ScrambledSobol sobol;

    /** @param seed another seed is another sequence */
    public SpaceFilling(KnobSpace space, long seed) {
        this.space = space;
        sobol = new ScrambledSobol(space.size() + 1, seed);
    }

    public Point next() {
        return at(space, sobol.next());
    }

    /**
     * The configuration at a place of the unit cube.
     *
     * @param place one coordinate in [0, 1) for each knob, and one more
     */
    public static Point at(KnobSpace space, double[] place) {
        double[] codes = new double[space.size()];
        for (int k = 0; k < codes.length; k++) {
            codes[k] = Design.code(space.knob(k), place[k]);
        }
        return new Point(new Configuration(space, codes), place[codes.length]);
    }
}
