package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.WorkloadSpace;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Why a model prefers a configuration at a workload.
 *
 * @param workload the workload
 * @param path from the base to the configuration, one knob at a time
 * @param knobs effect of each knob, in the order of the space
 * @param covering number of configurations over which the partial dependence is averaged; fewer for a value with which some of them
 *     violate a constraint
 * @param interactions interactions of all pairs of knobs with two permitted values each, the strongest first
 */
public record Explanation(
        Workload workload,
        GainAblation path,
        List<PartialDependence> knobs,
        int covering,
        List<Interaction> interactions) {

    /** The greatest number of configurations over which the partial dependence is averaged. */
    static final int COVERING = 64;

    private static final long SEED = 1;
    private static final int MOST_DRAWS = 20 * COVERING;

    public Explanation {
        knobs = List.copyOf(knobs);
        interactions = List.copyOf(interactions);
    }

    public static Explanation of(ModelBundle model, Recommendation advice) {
        return of(model.ensemble(), model.envelope(), advice.workload(), advice.base(), advice.best());
    }

    /**
     * Explains the difference between two configurations.
     *
     * @param seen the training domain; configurations outside of it are not predicted
     */
    public static Explanation of(
            Surrogate model, TrainingDomain seen, Workload workload, Configuration base, Configuration best) {
        PointPredictor probe = new PointPredictor(model, workload);
        List<double[]> covering = covering(seen, best);
        List<PartialDependence> knobs = new ArrayList<>();
        List<Interaction> interactions = new ArrayList<>();
        for (int k = 0; k < model.space().size(); k++) {
            knobs.add(PartialDependence.of(probe, best, k, seen.knobs().get(k), covering));
            for (int other = k + 1; other < model.space().size(); other++) {
                Interaction.of(probe, best, k, other, seen).ifPresent(interactions::add);
            }
        }
        interactions.sort(Comparator.comparingDouble(Interaction::strength).reversed());
        return new Explanation(
                workload, GainAblation.of(model, workload, base, best), knobs, covering.size(), interactions);
    }

    /** Configurations of the training domain: draws from the space, each value moved into the domain. */
    private static List<double[]> covering(TrainingDomain seen, Configuration best) {
        KnobSpace space = best.space();
        SpaceFilling points = new SpaceFilling(space, WorkloadSpace.ofReadRatios(0, 1), SEED);
        Set<Configuration> covering = new LinkedHashSet<>();
        for (int drawn = 0; drawn < MOST_DRAWS && covering.size() < COVERING; drawn++) {
            double[] codes = points.next().configuration().codes();
            for (int k = 0; k < codes.length; k++) {
                codes[k] = seen.knobs().get(k).nearest(codes[k]);
            }
            if (space.broken(codes).isEmpty()) {
                covering.add(new Configuration(space, codes));
            }
        }
        if (covering.isEmpty()) {
            covering.add(best);
        }
        return covering.stream().map(Configuration::codes).toList();
    }
}
