package io.rafiki.trainer.advice;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Envelope;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.plan.SpaceFilling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Why a model prefers a configuration at a read ratio.
 *
 * @param readRatio share of reads
 * @param path from the base to the configuration, one knob at a time
 * @param knobs what each knob does, in the order of the space
 * @param interactions of all pairs of knobs, the strongest first
 */
public record Explanation(double readRatio, GainPath path, List<Dependence> knobs, List<Interaction> interactions) {

    /** How many configurations the average dependence is taken over. */
    public static final int COVERING = 64;

    private static final long SEED = 1;
    private static final int MOST_DRAWS = 20 * COVERING;

    public Explanation {
        knobs = List.copyOf(knobs);
        interactions = List.copyOf(interactions);
    }

    /** Explains what a model advises. */
    public static Explanation of(ModelBundle model, Recommendation advice) {
        return of(model.ensemble(), model.envelope(), advice.readRatio(), advice.base(), advice.best());
    }

    /** @param seen what the trials of the model covered; nothing beyond is asked for */
    static Explanation of(Surrogate model, Envelope seen, double readRatio, Configuration base, Configuration best) {
        Probe probe = new Probe(model, readRatio);
        List<double[]> covering = covering(model.space(), seen);
        List<Dependence> knobs = new ArrayList<>();
        List<Interaction> interactions = new ArrayList<>();
        for (int k = 0; k < model.space().size(); k++) {
            knobs.add(Dependence.of(probe, best, k, seen.knobs().get(k), covering));
            for (int other = k + 1; other < model.space().size(); other++) {
                interactions.add(Interaction.of(probe, best, k, other, seen));
            }
        }
        interactions.sort(Comparator.comparingDouble(Interaction::strength).reversed());
        return new Explanation(readRatio, GainPath.of(model, readRatio, base, best), knobs, interactions);
    }

    /** Configurations that cover the part of the space that the trials did. */
    private static List<double[]> covering(KnobSpace space, Envelope seen) {
        SpaceFilling points = new SpaceFilling(space, SEED);
        List<double[]> within = new ArrayList<>();
        List<double[]> all = new ArrayList<>();
        for (int drawn = 0; drawn < MOST_DRAWS && within.size() < COVERING; drawn++) {
            double[] codes = points.next().configuration().codes();
            all.add(codes);
            if (isWithin(seen, codes)) {
                within.add(codes);
            }
        }
        return within.isEmpty() ? all.subList(0, COVERING) : within;
    }

    private static boolean isWithin(Envelope seen, double[] codes) {
        for (int k = 0; k < codes.length; k++) {
            if (!seen.knobs().get(k).contains(codes[k])) {
                return false;
            }
        }
        return true;
    }
}
