package io.rafiki.trainer.campaign;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import java.util.ArrayList;
import java.util.List;

/**
 * The excluded configurations: those that were tried, the neighbours of failed ones, and the neighbours of those about to be measured. A
 * neighbour has the same choices and special values, and each number within a tenth of its range.
 */
final class ExclusionRegion {

    private static final double NEAR = 0.1;

    private final KnobSpace space;
    private final double[] spans;
    private final List<double[]> tried = new ArrayList<>();
    private final List<double[]> surrounded = new ArrayList<>();

    ExclusionRegion(KnobSpace space) {
        this.space = space;
        spans = space.knobs().stream().mapToDouble(ExclusionRegion::span).toArray();
    }

    void add(Configuration configuration) {
        tried.add(configuration.codes());
    }

    void addWithNeighbours(Configuration configuration) {
        surrounded.add(configuration.codes());
    }

    /**
     * Whether a row of codes is excluded.
     *
     * @param at start of the row
     */
    boolean contains(double[] codes, int at) {
        return tried.stream().anyMatch(other -> isWithin(0, other, codes, at))
                || surrounded.stream().anyMatch(other -> isWithin(NEAR, other, codes, at));
    }

    private boolean isWithin(double share, double[] centre, double[] codes, int at) {
        for (int k = 0; k < centre.length; k++) {
            double off = Math.abs(centre[k] - codes[at + k]);
            Knob knob = space.knob(k);
            if (off > 0 && !(off <= share * spans[k] && knob.isNumber(centre[k]) && knob.isNumber(codes[at + k]))) {
                return false;
            }
        }
        return true;
    }

    private static double span(Knob knob) {
        return knob.range().map(range -> range.max() - range.min()).orElse(0.0);
    }
}
