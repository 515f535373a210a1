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
 * Which samples are held out together. A configuration is held out with all its workloads and repeats, so that none is predicted
 * from its own like; where there are too few configurations for that, each sample stands alone.
 */
final class Folds {

    private Folds() {}

    /** The fold of each sample, 0 to {@code folds - 1}; folds are about equally large. */
    static int[] of(Samples samples, int folds, long seed) {
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

    private static Collection<List<Integer>> groups(Samples samples, int folds) {
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
