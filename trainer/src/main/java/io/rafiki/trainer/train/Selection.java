package io.rafiki.trainer.train;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which networks are kept. The paper leaves out the worst by training error (Rafiki §3.6.2).
 *
 * <p>The closed form of leave-one-out ranks networks of one kind well, but flatters some kinds more than others where samples are few.
 * What each kind shows on held-out samples sets that right: a network's error is its leave-one-out error, times its kind's held-out
 * error over its kind's leave-one-out error.
 */
final class Selection {

    private Selection() {}

    /** The networks that the recipe keeps, the best first. */
    static List<Trained> of(Recipe recipe, List<Trained> trained, double[] values) {
        Errors errors = new Errors(values);
        Map<Trained, Double> error = new HashMap<>();
        if (recipe.folds() == 0) {
            trained.forEach(network -> error.put(network, errors.mean(network.fitted())));
        } else {
            Map<Kind, Double> optimism = optimism(trained, errors, values);
            trained.forEach(
                    network -> error.put(network, optimism.get(network.kind()) * errors.mean(network.leaveOneOut())));
        }
        return trained.stream()
                .sorted(Comparator.comparing(error::get))
                .limit(recipe.toKeep())
                .toList();
    }

    /** How much greater than its leave-one-out error each kind's error on held-out samples is. */
    private static Map<Kind, Double> optimism(List<Trained> trained, Errors errors, double[] values) {
        Map<Kind, List<Trained>> kinds = trained.stream().collect(Collectors.groupingBy(Trained::kind));
        Map<Kind, Double> optimism = new HashMap<>();
        kinds.forEach((kind, networks) -> {
            double leaveOneOut = networks.stream()
                    .mapToDouble(network -> errors.mean(network.leaveOneOut()))
                    .average()
                    .orElse(1);
            optimism.put(kind, HeldOut.of(networks, values).error() / leaveOneOut);
        });
        return optimism;
    }
}
