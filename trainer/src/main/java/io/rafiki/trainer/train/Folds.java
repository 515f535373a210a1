package io.rafiki.trainer.train;

import io.rafiki.knob.Configuration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Assigns samples to folds. All workloads and replicates of a configuration share a fold, so that no sample is predicted from its
 * replicates. Samples of the baseline are in no fold, because every gain is relative to it. With fewer than two other configurations, each
 * sample is assigned on its own.
 */
final class Folds {

    /** Marks samples that no network omits. */
    static final int ALWAYS_LEARNED = -1;

    /** A network that omits a configuration needs another one to learn. */
    private static final int FEWEST_CONFIGURATIONS = 2;

    private Folds() {}

    /** Whether all samples of a configuration share a fold. */
    static boolean isByConfiguration(TrainingData samples) {
        return configurations(samples).size() >= FEWEST_CONFIGURATIONS;
    }

    /**
     * The number of folds.
     *
     * @param most greatest number; 0 for none
     */
    static int count(TrainingData samples, int most) {
        int configurations = configurations(samples).size();
        return configurations < FEWEST_CONFIGURATIONS ? most : Math.min(most, configurations);
    }

    /**
     * The fold of each sample, 0 to {@link #count} - 1, or {@link #ALWAYS_LEARNED}. Folds have about equal size.
     *
     * @param most greatest number of folds; 0 for none
     */
    static int[] of(TrainingData samples, int most, long seed) {
        int folds = count(samples, most);
        List<List<Integer>> groups = new ArrayList<>(folds == 0 ? List.of() : groups(samples));
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

    private static List<List<Integer>> groups(TrainingData samples) {
        if (isByConfiguration(samples)) {
            return configurations(samples);
        }
        List<List<Integer>> alone = new ArrayList<>();
        for (int s = 0; s < samples.points().size(); s++) {
            alone.add(List.of(s));
        }
        return alone;
    }

    /** The samples of each configuration except the baseline. */
    private static List<List<Integer>> configurations(TrainingData samples) {
        Map<Configuration, List<Integer>> byConfiguration = new LinkedHashMap<>();
        for (int s = 0; s < samples.points().size(); s++) {
            byConfiguration
                    .computeIfAbsent(samples.points().get(s).configuration(), of -> new ArrayList<>())
                    .add(s);
        }
        byConfiguration.remove(samples.space().defaults());
        return List.copyOf(byConfiguration.values());
    }
}
