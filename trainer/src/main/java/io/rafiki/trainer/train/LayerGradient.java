package io.rafiki.trainer.train;

/**
 * The gradient of one layer in factored form: the derivative of the output by the weight from input {@code i} to neuron {@code j} is
 * {@code sensitivities[j] x inputs[i]} for each sample.
 */
final class LayerGradient {

    private final int[][] weights;
    private final double[][] inputs;
    private final double[][] sensitivities;

    /**
     * @param weights index of the weight from each input to each neuron; biases are weights of a constant input 1
     * @param inputs one array per input, over the samples; not copied
     * @param sensitivities derivatives of the output by the neurons' sums, one array per neuron, over the samples; not copied
     */
    LayerGradient(int[][] weights, double[][] inputs, double[][] sensitivities) {
        this.weights = weights;
        this.inputs = inputs;
        this.sensitivities = sensitivities;
    }

    int[][] weights() {
        return weights;
    }

    double[][] inputs() {
        return inputs;
    }

    double[][] sensitivities() {
        return sensitivities;
    }
}
