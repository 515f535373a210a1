package io.rafiki.trainer.train;

/**
 * One layer of a model where it stands: the derivative of the model's output by the weight from input {@code i} to neuron {@code j}
 * is {@code sensitivities[j] x inputs[i]}, sample by sample.
 */
final class Layer {

    private final int[][] weights;
    private final double[][] inputs;
    private final double[][] sensitivities;

    /**
     * @param weights index of the weight from each input to each neuron; biases are weights of an input that is always 1
     * @param inputs one array per input, over the samples; not copied
     * @param sensitivities derivatives of the model's output by what each neuron sums up, one array per neuron, over the samples; not
     *     copied
     */
    Layer(int[][] weights, double[][] inputs, double[][] sensitivities) {
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
