package io.rafiki.benchmark.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.benchmark.Benchmarks;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BenchSearchCommandTest {

    @ParameterizedTest
    @ValueSource(strings = {"--seeds=0", "--seeds=-1", "--steps=0"})
    void numbersBelowOneAreRefused(String option) {
        StringWriter err = new StringWriter();
        int code = Benchmarks.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute("search", option);
        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).contains(option.replace("=", ": expected 1 or more, found ") + ".");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "30, 30", "100, 99", "101, 100", "200, 198"})
    void thePercentileIsNoLessThan99PercentOfTheTimes(int times, double expected) {
        double[] ascending = IntStream.rangeClosed(1, times).asDoubleStream().toArray();
        assertThat(SearchOracle.p99(ascending)).isEqualTo(expected);
    }
}
