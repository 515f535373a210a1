package io.rafiki.trainer.train;

import java.util.ArrayList;
import java.util.List;

/**
 * Groups of weights that share a prior. The data determine the strength of each group's regularisation.
 *
 * @param groups for each group the indices of its weights; every weight is in one group
 */
record Priors(List<int[]> groups) {

    /** One prior for all weights (MATLAB's trainbr, which the paper used; Rafiki §3.6.2). */
    static Priors single(int parameters) {
        return new Priors(List.of(range(0, parameters)));
    }

    /**
     * One prior for the outgoing weights of each input, which switches off irrelevant inputs (MacKay's automatic relevance
     * determination), and one for each later block of weights or biases.
     */
    static Priors grouped(int[] layers) {
        List<int[]> groups = new ArrayList<>();
        int inputs = layers[0];
        for (int i = 0; i < inputs; i++) {
            int[] group = new int[layers[1]];
            for (int j = 0; j < group.length; j++) {
                group[j] = j * inputs + i;
            }
            groups.add(group);
        }
        int at = inputs * layers[1];
        for (int l = 1; l < layers.length; l++) {
            if (l > 1) {
                groups.add(range(at, at + layers[l - 1] * layers[l]));
                at += layers[l - 1] * layers[l];
            }
            groups.add(range(at, at + layers[l]));
            at += layers[l];
        }
        return new Priors(groups);
    }

    private static int[] range(int from, int to) {
        int[] range = new int[to - from];
        for (int i = 0; i < range.length; i++) {
            range[i] = from + i;
        }
        return range;
    }
}
