package io.rafiki.trainer.train;

import io.rafiki.knob.Configuration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Assigns samples to folds. All workloads and replicates of a configuration share a fold, so that no sample is predicted from its
 * replicates. With too few configurations, each sample is assigned on its own.
 */
final class Folds {

    private Folds() {}

    /** The fold of each sample, 0 to {@code folds - 1}. Folds have about equal size. */
    static int[] of(TrainingData samples, int folds, long seed) {
        List<List<Integer>> groups = new ArrayList<>(groups(samples, folds));
        Collections.shuffle(groups, new Random(seed));
        groups.sort(Comparator.comparing((List<Integer> group) -> group.size()).reversed());
        int[] sizes = new int[folds];
        int[] foldOf = new int[samples.points().size()];
        for (List<Integer> group : groups) {
            int least = 0;
            for (int f = 1; f < folds; f++) {
                least = sizes[f] < sizes[least] ? f : least;
            }
            for (int s : group) {
                foldOf[s] = least;
            }
            sizes[least] += group.size();
        }
        return foldOf;
    }

    private static Collection<List<Integer>> groups(TrainingData samples, int folds) {
        Map<Configuration, List<Integer>> byConfiguration = new LinkedHashMap<>();
        List<List<Integer>> alone = new ArrayList<>();
        for (int s = 0; s < samples.points().size(); s++) {
            byConfiguration
                    .computeIfAbsent(samples.points().get(s).configuration(), of -> new ArrayList<>())
                    .add(s);
            alone.add(List.of(s));
        }
        return byConfiguration.size() < 2 * folds ? alone : byConfiguration.values();
    }
}
