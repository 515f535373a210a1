package io.rafiki.benchmark.rivals;

import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.trainer.evaluate.RegressionForest;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.workload.Workload;
import java.util.Arrays;
import org.apache.commons.math3.stat.StatUtils;

/** A random forest as the model of a node. */
final class ForestSurrogate implements Surrogate {

    private final KnobSpace space;
    private final FeatureEncoder encoding;
    private final RegressionForest forest;

    private ForestSurrogate(KnobSpace space, FeatureEncoder encoding, RegressionForest forest) {
        this.space = space;
        this.encoding = encoding;
        this.forest = forest;
    }

    static ForestSurrogate train(TrainingData points, long seed) {
        FeatureEncoder encoding = points.encoding();
        double[][] inputs = points.points().stream()
                .map(point ->
                        encoding.encode(point.workload(), point.configuration().codes()))
                .toArray(double[][]::new);
        double[] values =
                points.points().stream().mapToDouble(TrainingData.Point::value).toArray();
        return new ForestSurrogate(points.space(), encoding, RegressionForest.train(inputs, values, seed));
    }

    @Override
    public KnobSpace space() {
        return space;
    }

    @Override
    public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
        int width = space.size();
        for (int i = 0; i < n; i++) {
            double[] row = Arrays.copyOfRange(codes, i * width, (i + 1) * width);
            double[] trees = forest.predict(encoding.encode(workload, row));
            mean[i] = StatUtils.mean(trees);
            deviation[i] = Math.sqrt(StatUtils.populationVariance(trees));
        }
    }

    @Override
    public Surrogate copy() {
        return new ForestSurrogate(space, encoding, forest);
    }
}
