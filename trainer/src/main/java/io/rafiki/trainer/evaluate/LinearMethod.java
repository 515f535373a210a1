package io.rafiki.trainer.evaluate;

import java.util.Arrays;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * Ridge regression on the networks' inputs: least squares (commons-math3) with one more row per input, which is the root of the ridge
 * times the input alone. These rows determine the slopes of inputs that depend on each other, or outnumber the training rows.
 */
final class LinearMethod implements RegressionMethod {

    /** Variance of the noise over the prior variance of a slope; inputs lie within -1 and 1. */
    private static final double RIDGE = 1;

    @Override
    public String name() {
        return "linear";
    }

    @Override
    public String description() {
        return "ridge regression (commons-math3), ridge " + RIDGE;
    }

    @Override
    public Predictor learn(TrainingView training, long seed) {
        double[][] inputs = training.inputs();
        int rows = inputs.length;
        int width = inputs[0].length;
        double[][] design = new double[rows + width][width + 1];
        for (int i = 0; i < rows; i++) {
            design[i][0] = 1;
            System.arraycopy(inputs[i], 0, design[i], 1, width);
        }
        for (int j = 0; j < width; j++) {
            design[rows + j][1 + j] = Math.sqrt(RIDGE);
        }
        OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
        regression.setNoIntercept(true);
        regression.newSampleData(Arrays.copyOf(training.learnt(), rows + width), design);
        double[] slopes = regression.estimateRegressionParameters();
        return (asked, mean, deviation) -> {
            for (int i = 0; i < asked.length; i++) {
                double[] row = training.inputs(asked[i]);
                double sum = slopes[0];
                for (int j = 0; j < row.length; j++) {
                    sum += slopes[1 + j] * row[j];
                }
                mean[i] = training.value(sum);
                deviation[i] = 0;
            }
        };
    }
}
