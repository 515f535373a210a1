package io.rafiki.trainer.evaluate;

import io.rafiki.trainer.train.TrainingConfig;
import java.util.List;

/**
 * The settings of a validation.
 *
 * @param trainSizes numbers of random training rows; empty to hold out configurations and workloads
 * @param repeats repeats of each protocol and size, with different draws
 * @param seed seed of all draws
 * @param recipe recipe of the ensemble; its seed is ignored
 * @param threads number of threads; the result does not depend on it
 */
public record ValidationSettings(List<Integer> trainSizes, int repeats, long seed, TrainingConfig recipe, int threads) {

    /** @throws IllegalArgumentException with one line if a number is out of range */
    public ValidationSettings {
        trainSizes = List.copyOf(trainSizes);
        for (int size : trainSizes) {
            expect(
                    "--train-sizes",
                    "at least " + Validation.FEWEST_TRAINED + " rows",
                    size >= Validation.FEWEST_TRAINED,
                    size);
        }
        expect("--repeats", "1 to 1000", repeats >= 1 && repeats <= 1000, repeats);
        expect("--threads", "at least 1", threads >= 1, threads);
    }

    private static void expect(String option, String expected, boolean holds, int found) {
        if (!holds) {
            throw new IllegalArgumentException(
                    option + ": expected " + expected + ", found " + found + ". Correct it.");
        }
    }
}
