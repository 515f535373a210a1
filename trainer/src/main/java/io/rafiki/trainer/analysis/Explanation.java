package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
        List<double[]> covering = CoveringConfigurations.of(model.space(), seen, COVERING);
        if (covering.isEmpty()) {
            covering = List.of(best.codes());
        }
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
}
