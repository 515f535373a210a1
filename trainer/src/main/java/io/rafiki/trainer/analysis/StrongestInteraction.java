package io.rafiki.trainer.analysis;

import io.rafiki.model.ModelBundle;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The pair of knobs that depend on each other most (Rafiki Figure 6): the strongest distinguishable pair if there is one.
 *
 * @param readRatio of the three compared ones, where the pair is strongest
 */
public record StrongestInteraction(double readRatio, Interaction pair) {

    private static final List<Double> READ_RATIOS = List.of(0.1, 0.5, 0.9);

    static Finding<StrongestInteraction> of(ModelBundle model, long seed) {
        if (model.space().size() < 2) {
            return Finding.omitted(Omission.Cause.SINGLE_KNOB);
        }
        TrainingDomain.Bounds trained = model.envelope().bounds(WorkloadFeature.READ_RATIO);
        return READ_RATIOS.stream()
                .map(readRatio -> Math.min(trained.max(), Math.max(trained.min(), readRatio)))
                .distinct()
                .map(readRatio -> new StrongestInteraction(readRatio, strongest(model, readRatio, seed)))
                .max(Comparator.comparing(
                                (StrongestInteraction found) -> found.pair().isDistinguishable())
                        .thenComparingDouble(found -> found.pair().strength()))
                .map(Finding::of)
                .orElseThrow();
    }

    private static Interaction strongest(ModelBundle model, double readRatio, long seed) {
        Recommendation advice = Recommendation.of(
                model, Workload.ofReadRatio(readRatio), Map.of(), Map.of(), Map.of(), SearchSpace.KAPPA, seed);
        List<Interaction> all = Explanation.of(model, advice).interactions();
        return all.stream().filter(Interaction::isDistinguishable).findFirst().orElse(all.get(0));
    }
}
