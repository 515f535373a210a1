package io.rafiki.trainer.train;

import java.util.Arrays;
import java.util.List;

/** {@code y = X w}: the model for which everything that training approximates is known in closed form. */
final class LinearModel implements DifferentiableModel {

    private final double[][] columns;

    LinearModel(double[][] columns) {
        this.columns = columns;
    }

    @Override
    public int parameters() {
        return columns.length;
    }

    @Override
    public int samples() {
        return columns[0].length;
    }

    @Override
    public void outputs(double[] weights, double[] outputs) {
        for (int s = 0; s < outputs.length; s++) {
            outputs[s] = 0;
            for (int w = 0; w < columns.length; w++) {
                outputs[s] += weights[w] * columns[w][s];
            }
        }
    }

    @Override
    public void jacobian(double[] weights, double[][] jacobian) {
        for (int w = 0; w < columns.length; w++) {
            System.arraycopy(columns[w], 0, jacobian[w], 0, samples());
        }
    }

    @Override
    public List<LayerGradient> layers() {
        int[][] weights = new int[columns.length][1];
        Arrays.setAll(weights, w -> new int[] {w});
        double[] ones = new double[samples()];
        Arrays.fill(ones, 1);
        return List.of(new LayerGradient(weights, columns, new double[][] {ones}));
    }
}
