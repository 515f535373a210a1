package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.surrogate.Network;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TanhModelTest {

    @Test
    void derivativesAgreeWithFiniteDifferences() {
        for (int[] layers : new int[][] {{3, 14, 4, 1}, {3, 5, 1}, {3, 4, 3, 2, 1}}) {
            Random random = new Random(5);
            double[][] inputs = new double[3][];
            for (int i = 0; i < inputs.length; i++) {
                inputs[i] = random.doubles(11, -1, 1).toArray();
            }
            double[] scales = random.doubles(11, 0, 2).toArray();
            TanhModel model = new TanhModel(layers, inputs, scales);
            double[] weights = random.doubles(Network.parameters(layers), -1, 1).toArray();
            double[][] jacobian = new double[weights.length][11];
            double[] outputs = new double[11];
            new TanhModel(layers, inputs).outputs(weights, outputs);
            double[] scaled = new double[11];
            model.outputs(weights, scaled);
            for (int s = 0; s < 11; s++) {
                assertThat(scaled[s]).isCloseTo(scales[s] * outputs[s], within(1e-15));
            }
            model.jacobian(weights, jacobian);
            double step = 1e-5;
            for (int w = 0; w < weights.length; w++) {
                double[] above = new double[11];
                double[] below = new double[11];
                double[] moved = weights.clone();
                moved[w] = weights[w] + step;
                model.outputs(moved, above);
                moved[w] = weights[w] - step;
                model.outputs(moved, below);
                for (int s = 0; s < 11; s++) {
                    assertThat(jacobian[w][s])
                            .as("weight %s, sample %s", w, s)
                            .isCloseTo((above[s] - below[s]) / (2 * step), within(1e-8));
                }
            }
        }
    }
}
