package io.rafiki.trainer.train;

import io.rafiki.knob.Configuration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Assigns samples to folds. All workloads and replicates of a configuration share a fold, so that no sample is predicted from its
 * replicates. Samples of the baseline are in no fold, because every gain is relative to it. With too few configurations to fill the folds,
 * each sample is assigned on its own.
 */
final class Folds {

    /** Marks samples that no network omits. */
    static final int ALWAYS_LEARNED = -1;

    private Folds() {}

    /**
     * The fold of each sample, 0 to {@code folds - 1}, or {@link #ALWAYS_LEARNED}. Folds have about equal size.
     *
     * @param folds 0 for none
     */
    static int[] of(TrainingData samples, int folds, long seed) {
        List<List<Integer>> groups = new ArrayList<>(folds == 0 ? List.of() : groups(samples, folds));
        Collections.shuffle(groups, new Random(seed));
        groups.sort(Comparator.comparing((List<Integer> group) -> group.size()).reversed());
        int[] sizes = new int[folds];
        int[] foldOf = new int[samples.points().size()];
        Arrays.fill(foldOf, ALWAYS_LEARNED);
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
        if (byConfiguration.size() <= folds) {
            return alone;
        }
        byConfiguration.remove(samples.space().defaults());
        return byConfiguration.values();
    }
}
