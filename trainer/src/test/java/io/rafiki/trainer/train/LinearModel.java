package io.rafiki.trainer.train;

/** {@code y = X w}: the model for which everything that training approximates is known in closed form. */
final class LinearModel implements Model {

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
    public void jacobian(double[] weights, double[] outputs, double[][] jacobian) {
        outputs(weights, outputs);
        for (int w = 0; w < columns.length; w++) {
            System.arraycopy(columns[w], 0, jacobian[w], 0, outputs.length);
        }
    }
}
