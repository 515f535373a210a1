package io.rafiki.trainer.evaluate;

import java.util.Arrays;
import org.apache.commons.math3.stat.StatUtils;

/** A {@link RegressionForest}; its deviation is that of the trees. */
final class ForestMethod implements RegressionMethod {

    @Override
    public String name() {
        return "forest";
    }

    @Override
    public String description() {
        return "random forest of " + RegressionForest.TREES + " trees (Tribuo)";
    }

    @Override
    public Predictor learn(TrainingView training, long seed) {
        RegressionForest forest = RegressionForest.train(training.inputs(), training.learnt(), seed);
        return (rows, mean, deviation) -> {
            for (int i = 0; i < rows.length; i++) {
                double[] trees = forest.predict(training.inputs(rows[i]));
                mean[i] = training.value(StatUtils.mean(trees));
                deviation[i] = Math.sqrt(StatUtils.populationVariance(
                        Arrays.stream(trees).map(training::value).toArray()));
            }
        };
    }
}
