package io.rafiki.trainer.plan;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.workload.Workload;

/** Configurations that evenly cover the feasible part of a knob space, each with its own workload: a scrambled Sobol sequence. */
public final class SpaceFilling {

    /**
     * A point of the sequence.
     *
     * @param workload workload of the space
     * @param configuration feasible configuration
     */
    public record Point(Workload workload, Configuration configuration) {}

    private static final int MOST_DRAWS = 1_000_000;

    private final KnobSpace space;
    private final WorkloadSpace workloads;
    private final ScrambledSobol sobol;

    /** @param seed each seed gives a different sequence */
    public SpaceFilling(KnobSpace space, WorkloadSpace workloads, long seed) {
        this.space = space;
        this.workloads = workloads;
        sobol = new ScrambledSobol(space.size() + workloads.axes().size(), seed);
    }

    /**
     * The next point whose configuration satisfies the constraints of the space.
     *
     * @throws IllegalStateException with one line if a million points in a row do not
     */
    public Point next() {
        for (int draw = 0; draw < MOST_DRAWS; draw++) {
            Point point = at(space, workloads, sobol.next());
            if (space.broken(point.configuration().codes()).isEmpty()) {
                return point;
            }
        }
        throw new IllegalStateException("expected configurations that satisfy the constraints " + space.constraints()
                + ", found none in " + MOST_DRAWS + " draws. Change a range or a constraint.");
    }

    /**
     * Maps a point of the unit cube to the space.
     *
     * @param place coordinates in [0, 1): one per knob, then one per axis of the workloads
     */
    public static Point at(KnobSpace space, WorkloadSpace workloads, double[] place) {
        double[] codes = new double[space.size()];
        for (int k = 0; k < codes.length; k++) {
            codes[k] = TrialDesign.code(space.knob(k), place[k]);
        }
        return new Point(workloads.at(place, codes.length), new Configuration(space, codes));
    }
}
