package io.rafiki.trainer.evaluate;

import io.rafiki.trainer.train.TrainingConfig;
import java.util.List;

/**
 * What is validated how.
 *
 * @param trainSizes numbers of training rows, drawn at random; none for withheld configurations and workloads
 * @param repeats of each protocol and size, with other draws
 * @param seed of all draws
 * @param recipe of the ensemble; its seed does not count
 * @param threads that work at the same time; the result does not depend on it
 */
public record ValidationSettings(List<Integer> trainSizes, int repeats, long seed, TrainingConfig recipe, int threads) {

    /** @throws IllegalArgumentException with one line if a number makes no sense */
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
            throw new IllegalArgumentException(option + ": expected " + expected + ", found " + found + ".");
        }
    }
}
