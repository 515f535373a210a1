package io.rafiki.trainer.train;

import io.rafiki.surrogate.Network;
import java.util.Random;

/**
 * Starting weights that spread the active regions of a layer's neurons evenly over its inputs -1..1 (Nguyen &amp; Widrow 1990).
 *
 * <p>With small random weights the evidence would shrink all of them to zero before anything is learnt.
 */
final class NguyenWidrow {

    private NguyenWidrow() {}

    /** Weights for a network, in DL4J's order. */
    static double[] weights(int[] layers, Random random) {
        double[] weights = new double[Network.parameters(layers)];
        int at = 0;
        for (int l = 1; l < layers.length; l++) {
            boolean output = l == layers.length - 1;
            at = layer(weights, at, layers[l - 1], layers[l], output, random);
        }
        return weights;
    }

    private static int layer(double[] weights, int from, int inputs, int neurons, boolean output, Random random) {
        double magnitude = output ? 1 : 0.7 * Math.pow(neurons, 1.0 / inputs);
        int biases = from + inputs * neurons;
        for (int j = 0; j < neurons; j++) {
            double squares = 0;
            for (int i = 0; i < inputs; i++) {
                double weight = 2 * random.nextDouble() - 1;
                weights[from + j * inputs + i] = weight;
                squares += weight * weight;
            }
            double factor = magnitude / Math.sqrt(squares);
            for (int i = 0; i < inputs; i++) {
                weights[from + j * inputs + i] *= factor;
            }
            double place = neurons == 1 ? 0 : 2.0 * j / (neurons - 1) - 1;
            weights[biases + j] = magnitude * place * Math.signum(weights[from + j * inputs]);
        }
        return biases + neurons;
    }
}
