package io.rafiki.trainer.active;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import java.util.ArrayList;
import java.util.List;

/**
 * Configurations that are not to be tried: those that were, the neighbours of those that failed, and the neighbours of those that are
 * about to be measured. A neighbour has the same choices and special values, and each number within a tenth of its range.
 */
final class Avoided {

    private static final double NEAR = 0.1;

    private final KnobSpace space;
    private final List<double[]> tried = new ArrayList<>();
    private final List<double[]> surrounded = new ArrayList<>();

    Avoided(KnobSpace space) {
        this.space = space;
    }

    void add(Configuration configuration) {
        tried.add(configuration.codes());
    }

    void addWithNeighbours(Configuration configuration) {
        surrounded.add(configuration.codes());
    }

    /**
     * Whether a row of codes is avoided.
     *
     * @param at where the row begins
     */
    boolean contains(double[] codes, int at) {
        return tried.stream().anyMatch(other -> isWithin(0, other, codes, at))
                || surrounded.stream().anyMatch(other -> isWithin(NEAR, other, codes, at));
    }

    private boolean isWithin(double share, double[] centre, double[] codes, int at) {
        for (int k = 0; k < centre.length; k++) {
            double off = Math.abs(centre[k] - codes[at + k]);
            if (off > 0 && !(isNumber(k, centre[k]) && isNumber(k, codes[at + k]) && off <= share * range(k))) {
                return false;
            }
        }
        return true;
    }

    private boolean isNumber(int k, double code) {
        Knob knob = space.knob(k);
        return !(knob instanceof CategoricalKnob) && !(knob instanceof IntegerKnob whole && whole.isSpecial(code));
    }

    private double range(int k) {
        return space.knob(k) instanceof IntegerKnob whole
                ? (double) (whole.max() - whole.min())
                : ((RealKnob) space.knob(k)).max() - ((RealKnob) space.knob(k)).min();
    }
}
