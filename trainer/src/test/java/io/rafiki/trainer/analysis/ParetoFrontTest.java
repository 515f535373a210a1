package io.rafiki.trainer.analysis;

import static io.rafiki.trainer.analysis.ModelSearchTest.DEFAULT;
import static io.rafiki.trainer.analysis.ModelSearchTest.SEARCH;
import static io.rafiki.trainer.analysis.ModelSearchTest.all;
import static io.rafiki.trainer.analysis.ModelSearchTest.latency;
import static io.rafiki.trainer.analysis.ModelSearchTest.lower;
import static io.rafiki.trainer.analysis.ModelSearchTest.search;
import static io.rafiki.trainer.analysis.ModelSearchTest.throughput;
import static io.rafiki.trainer.analysis.ModelSearchTest.upper;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Surrogate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParetoFrontTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void everyRowIsTheBestUnderItsBoundAndNoneIsDominated(long seed) {
        Surrogate throughput = throughput(seed + 10);
        Surrogate latency = latency(seed);
        ModelSearch search = search(Map.of(Metric.THROUGHPUT, throughput, Metric.READ_P99, latency), 0);

        ParetoFront front = ParetoFront.of(search, Map.of());

        assertThat(front.latency()).isEqualTo(Metric.READ_P99);
        assertThat(front.rows()).hasSizeBetween(2, 10);
        for (int i = 1; i < front.rows().size(); i++) {
            ParetoFront.Row faster = front.rows().get(i - 1);
            ParetoFront.Row row = front.rows().get(i);
            assertThat(lower(throughput, row.configuration()))
                    .isLessThanOrEqualTo(lower(throughput, faster.configuration()));
            assertThat(upper(latency, row.configuration())).isLessThan(upper(latency, faster.configuration()));
        }
        for (ParetoFront.Row row : front.rows()) {
            double bound = upper(latency, row.configuration());
            double best = all().stream()
                    .filter(one -> upper(latency, one) <= bound)
                    .mapToDouble(one -> lower(throughput, one))
                    .max()
                    .orElseThrow();
            assertThat(lower(throughput, row.configuration())).isBetween((1 - SEARCH) * best, best);
            assertThat(row.throughput())
                    .isEqualTo(throughput.predict(front.fastest().workload(), row.configuration()));
            assertThat(row.latency()).isEqualTo(latency.predict(front.fastest().workload(), row.configuration()));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void itsEndsAreThoseOfTheSingleObjectives(long seed) {
        Surrogate throughput = throughput(seed + 10);
        Surrogate latency = latency(seed);
        ModelSearch search = search(Map.of(Metric.THROUGHPUT, throughput, Metric.P99_AT_RATE, latency), 0);

        List<ParetoFront.Row> rows = ParetoFront.of(search, Map.of()).rows();

        assertThat(lower(throughput, rows.get(0).configuration()))
                .isGreaterThanOrEqualTo(lower(
                        throughput, search.best(Metric.THROUGHPUT, Map.of()).best()))
                .isGreaterThanOrEqualTo((1 - SEARCH)
                        * all().stream()
                                .mapToDouble(one -> lower(throughput, one))
                                .max()
                                .orElseThrow());
        assertThat(upper(latency, rows.get(rows.size() - 1).configuration()))
                .isLessThanOrEqualTo(
                        upper(latency, search.best(Metric.P99_AT_RATE, Map.of()).best()))
                .isLessThanOrEqualTo((1 + SEARCH)
                        * all().stream()
                                .mapToDouble(one -> upper(latency, one))
                                .min()
                                .orElseThrow());
    }

    /** More readers, more throughput and a longer wait: each number of readers is on the front, and the bounds choose every fourth. */
    @Test
    void aKnownFrontIsFound() {
        ModelSearch search = search(
                Map.of(
                        Metric.THROUGHPUT,
                        new FormulaModel(DEFAULT.space(), List.of(codes -> 1000 + 100 * codes[1])),
                        Metric.READ_P99,
                        new FormulaModel(DEFAULT.space(), List.of(codes -> 50 * codes[1]))),
                0);

        ParetoFront front = ParetoFront.of(search, Map.of());

        assertThat(front.rows())
                .extracting(row -> row.configuration().get("concurrent_reads"))
                .containsExactly(40L, 36L, 32L, 28L, 24L, 20L, 16L, 12L, 8L);
        assertThat(front.rows())
                .extracting(row -> row.configuration().get("concurrent_writes"))
                .as("a knob without effect keeps its value")
                .containsOnly(32L);
        assertThat(front.rows().get(0).gain().mean()).isEqualTo(5000.0 / 4200 - 1);
        assertThat(front.rows().get(8).gain().mean()).as("less throughput").isNegative();
    }

    @Test
    void limitsHoldInEveryRow() {
        Surrogate throughput = throughput(12);
        Surrogate latency = latency(2);
        ModelSearch search = search(Map.of(Metric.THROUGHPUT, throughput, Metric.READ_P99, latency), 0);
        List<ParetoFront.Row> free = ParetoFront.of(search, Map.of()).rows();
        double limit = upper(latency, free.get(1).configuration());

        assertThat(ParetoFront.of(search, Map.of(Metric.READ_P99, limit)).rows())
                .isNotEmpty()
                .allSatisfy(
                        row -> assertThat(upper(latency, row.configuration())).isLessThanOrEqualTo(limit));
        assertThatThrownBy(() -> ParetoFront.of(search, Map.of(Metric.READ_P99, 1.0)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("--front: expected a configuration that satisfies all limits, found none.");
        assertThatThrownBy(() -> ParetoFront.of(search(Map.of(Metric.THROUGHPUT, throughput), 0), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("readP99: expected a model that has learnt it, found one of [throughput].");
    }
}
