package io.rafiki.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class VectorMathTest {

    private final VectorMath functions = new VectorMath();

    @Test
    void tanhAgreesWithTheJdkEverywhere() {
        double[] block = new double[BatchEvaluator.BLOCK];
        for (double from = -30; from < 30; from += 0.0137 * block.length) {
            for (int b = 0; b < block.length; b++) {
                block[b] = from + 0.0137 * b;
            }
            double[] x = block.clone();
            functions.tanh(block);
            for (int b = 0; b < block.length; b++) {
                assertThat(block[b]).as("tanh(%s)", x[b]).isCloseTo(Math.tanh(x[b]), within(1e-12));
            }
        }
    }

    @Test
    void tanhSaturatesAtHugeArguments() {
        double[] block = new double[BatchEvaluator.BLOCK];
        block[0] = 1e9;
        block[1] = -1e9;
        functions.tanh(block);
        assertThat(block[0]).isCloseTo(1, within(1e-15));
        assertThat(block[1]).isCloseTo(-1, within(1e-15));
    }

    @Test
    void expAgreesWithTheJdkInItsRange() {
        Random random = new Random(1);
        double[] block = new double[BatchEvaluator.BLOCK];
        for (int round = 0; round < 200; round++) {
            for (int b = 0; b < block.length; b++) {
                block[b] = 60 * random.nextDouble() - 30;
            }
            double[] x = block.clone();
            functions.exp(block);
            for (int b = 0; b < block.length; b++) {
                assertThat(block[b] / Math.exp(x[b]))
                        .as("exp(%s), seed 1", x[b])
                        .isCloseTo(1, within(1e-12));
            }
        }
    }
}
