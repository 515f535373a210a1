package io.rafiki.trainer.evaluate;

import java.util.Arrays;

/** Predicts the mean of the training rows for every row: the baseline without learning. */
final class MeanMethod implements RegressionMethod {

    @Override
    public String name() {
        return "mean";
    }

    @Override
    public String description() {
        return "the mean of the training rows";
    }

    @Override
    public Predictor learn(TrainingView training, long seed) {
        double mean = training.mean();
        return (rows, means, deviations) -> {
            Arrays.fill(means, mean);
            Arrays.fill(deviations, 0);
        };
    }
}
