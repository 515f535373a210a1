package io.rafiki.trainer.train;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Selects the networks of an ensemble. The paper discards the worst by training error (Rafiki §3.6.2).
 *
 * <p>The closed form of leave-one-out ranks networks of one variant well, but is more optimistic for some variants if samples are few.
 * The held-out error of each variant corrects that: a network's error is its leave-one-out error, times the ratio of the variant's
 * held-out error to its leave-one-out error.
 */
final class EnsembleSelection {

    private EnsembleSelection() {}

    /** The kept networks, the best first. */
    static List<TrainedNetwork> of(TrainingConfig recipe, List<TrainedNetwork> trained, double[] values) {
        RelativeErrors errors = new RelativeErrors(values);
        Map<TrainedNetwork, Double> error = new HashMap<>();
        if (recipe.folds() == 0) {
            trained.forEach(network -> error.put(network, errors.mean(network.fitted())));
        } else {
            Map<NetworkVariant, Double> optimism = optimism(trained, errors, values);
            trained.forEach(
                    network -> error.put(network, optimism.get(network.kind()) * errors.mean(network.leaveOneOut())));
        }
        return trained.stream()
                .sorted(Comparator.comparing(error::get))
                .limit(recipe.toKeep())
                .toList();
    }

    /** The ratio of held-out to leave-one-out error of each variant. */
    private static Map<NetworkVariant, Double> optimism(
            List<TrainedNetwork> trained, RelativeErrors errors, double[] values) {
        Map<NetworkVariant, List<TrainedNetwork>> kinds =
                trained.stream().collect(Collectors.groupingBy(TrainedNetwork::kind));
        Map<NetworkVariant, Double> optimism = new HashMap<>();
        kinds.forEach((kind, networks) -> {
            double leaveOneOut = networks.stream()
                    .mapToDouble(network -> errors.mean(network.leaveOneOut()))
                    .average()
                    .orElse(1);
            optimism.put(kind, CrossValidation.of(networks, values).error() / leaveOneOut);
        });
        return optimism;
    }
}
