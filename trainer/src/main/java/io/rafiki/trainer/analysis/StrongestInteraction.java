package io.rafiki.trainer.analysis;

import io.rafiki.model.ModelBundle;
import io.rafiki.search.SearchSpace;
import io.rafiki.workload.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pair of knobs that depend on each other most (Rafiki Figure 6): the strongest distinguishable pair if there is one.
 *
 * @param workload of the compared ones, where the pair is strongest
 */
public record StrongestInteraction(Workload workload, Interaction pair) {

    static Finding<StrongestInteraction> of(ModelBundle model, long seed) {
        if (model.space().size() < 2) {
            return Finding.omitted(Omission.Cause.SINGLE_KNOB);
        }
        return ComparedWorkloads.of(model.envelope()).stream()
                .flatMap(workload ->
                        strongest(model, workload, seed).map(pair -> new StrongestInteraction(workload, pair)).stream())
                .max(Comparator.comparing(
                                (StrongestInteraction found) -> found.pair().isDistinguishable())
                        .thenComparingDouble(found -> found.pair().strength()))
                .map(Finding::of)
                .orElseGet(() -> Finding.omitted(
                        Omission.insufficient("no pair of knobs has two permitted values of each knob.")));
    }

    private static Optional<Interaction> strongest(ModelBundle model, Workload workload, long seed) {
        Recommendation advice =
                Recommendation.of(model, workload, Map.of(), Map.of(), Map.of(), SearchSpace.KAPPA, seed);
        List<Interaction> all = Explanation.of(model, advice).interactions();
        return all.stream().filter(Interaction::isDistinguishable).findFirst().or(() -> all.stream()
                .findFirst());
    }
}
