package io.rafiki.trainer.analysis;

import static io.rafiki.trainer.analysis.ModelSearchTest.latency;
import static io.rafiki.trainer.analysis.ModelSearchTest.search;
import static io.rafiki.trainer.analysis.ModelSearchTest.throughput;
import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Surrogate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParetoFrontsTest {

    private static final Map<Metric, Surrogate> MODEL =
            Map.of(Metric.THROUGHPUT, throughput(11), Metric.P99_AT_RATE, latency(1));

    @Test
    void aWorkloadAtWhichNoConfigurationCarriesTheRateHasNoFront() {
        ParetoFronts found = ParetoFronts.of(List.of(search(MODEL, 1e9), search(MODEL, 1)))
                .value()
                .orElseThrow();
        assertThat(found.fronts()).hasSize(1);
        assertThat(found.rate()).isEqualTo(1);
        assertThat(found.fronts().get(0).latency()).isEqualTo(Metric.P99_AT_RATE);
    }

    @Test
    void theReasonForNoFrontIsNamed() {
        assertThat(cause(search(MODEL, 1e9))).isEqualTo(Omission.Cause.RATE_NOT_CARRIED);
        assertThat(cause(search(Map.of(Metric.THROUGHPUT, throughput(11)), 1)))
                .isEqualTo(Omission.Cause.NO_LATENCY_AT_RATE);
    }

    private static Omission.Cause cause(ModelSearch search) {
        return ParetoFronts.of(List.of(search)).omission().orElseThrow().cause();
    }
}
