package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The path from one configuration to another, one knob at a time. Each step changes the knob with the greatest predicted gain. The factors
 * {@code 1 + gain} of the steps multiply to the factor of the whole path.
 *
 * @param steps the steps in order; none if both configurations are equal
 */
public record GainAblation(List<Step> steps) {

    /**
     * One knob.
     *
     * @param knob its name
     * @param from value before
     * @param to value after
     * @param gain gain of this step, given the steps before it
     * @param total gain of this step and those before it
     * @param before prediction without this step
     * @param after prediction with it
     */
    public record Step(
            String knob,
            Object from,
            Object to,
            RelativeGain gain,
            RelativeGain total,
            Prediction before,
            Prediction after) {

        /** Whether the gain exceeds its deviation. */
        public boolean isDistinguishable() {
            return Math.abs(gain.mean()) > gain.deviation();
        }

        /** Whether the gain exceeds twice its deviation, which is rare by chance. */
        public boolean isSignificant() {
            return Math.abs(gain.mean()) > 2 * gain.deviation();
        }
    }

    public GainAblation {
        steps = List.copyOf(steps);
    }

    /** The path of a model's recommendation. */
    public static GainAblation of(ModelBundle model, Recommendation advice) {
        return of(model.ensemble(), advice.workload(), advice.base(), advice.best());
    }

    static GainAblation of(Surrogate model, Workload workload, Configuration from, Configuration to) {
        KnobSpace space = from.space();
        TreeSet<Integer> left = new TreeSet<>();
        for (int k = 0; k < space.size(); k++) {
            if (from.code(k) != to.code(k)) {
                left.add(k);
            }
        }
        List<Step> steps = new ArrayList<>();
        Configuration here = from;
        while (!left.isEmpty()) {
            int best = -1;
            double greatest = Double.NEGATIVE_INFINITY;
            for (int k : left) {
                double gain = model.gain(workload, here, moved(here, k, to)).mean();
                if (best < 0 || gain > greatest) {
                    best = k;
                    greatest = gain;
                }
            }
            Configuration next = moved(here, best, to);
            Knob knob = space.knob(best);
            steps.add(new Step(
                    knob.name(),
                    knob.value(here.code(best)),
                    knob.value(to.code(best)),
                    model.gain(workload, here, next),
                    model.gain(workload, from, next),
                    model.predict(workload, here),
                    model.predict(workload, next)));
            here = next;
            left.remove(best);
        }
        return new GainAblation(steps);
    }

    private static Configuration moved(Configuration from, int knob, Configuration to) {
        double[] codes = from.codes();
        codes[knob] = to.code(knob);
        return new Configuration(from.space(), codes);
    }
}
