package io.rafiki.benchmark.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenchmarkResultTest {

    @Test
    void theMedianOfAnEvenNumberOfRunsIsTheMeanOfTheMiddleTwo() {
        BenchmarkResult result = BenchmarkResult.of("start", "s", new double[] {10, 1, 3, 2});
        assertThat(result.median()).isEqualTo(2.5);
        assertThat(result.low()).isEqualTo(1);
        assertThat(result.high()).isEqualTo(10);
    }
}
