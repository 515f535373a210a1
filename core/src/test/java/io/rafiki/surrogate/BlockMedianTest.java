package io.rafiki.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BlockMedianTest {

    @Test
    void givesWhatSortingGivesForAnyNumberOfNetworks() {
        Random random = new Random(3);
        for (int n = 1; n <= 33; n++) {
            double[][] values = new double[n][];
            for (int m = 0; m < n; m++) {
                values[m] = random.ints(BatchEvaluator.BLOCK, 0, 20)
                        .asDoubleStream()
                        .toArray();
            }
            double[][] before = Arrays.stream(values).map(double[]::clone).toArray(double[][]::new);
            double[] medians = new double[BatchEvaluator.BLOCK];
            new BlockMedian(n).run(values, medians);
            for (int b = 0; b < BatchEvaluator.BLOCK; b++) {
                int row = b;
                double[] sorted = Arrays.stream(values)
                        .mapToDouble(of -> of[row])
                        .sorted()
                        .toArray();
                assertThat(medians[b]).as("%s networks", n).isEqualTo((sorted[(n - 1) / 2] + sorted[n / 2]) / 2);
            }
            assertThat(values).as("left as they were").isDeepEqualTo(before);
        }
    }
}
