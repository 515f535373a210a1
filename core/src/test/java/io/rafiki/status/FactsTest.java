package io.rafiki.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;
import io.rafiki.workload.WorkloadFeature;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FactsTest {

    private static final Window WINDOW = new Window(
            Instant.parse("2026-11-21T10:15:00Z"),
            Duration.ofSeconds(30),
            750,
            250,
            0,
            1,
            ThroughputTrend.even(1_000 / 30.0),
            Optional.empty());

    /** Attributes, columns and keys of JSON objects need distinct names. */
    @Test
    void namesAreDistinctWithinASubject() {
        for (List<? extends Fact<?>> facts :
                List.of(Facts.STATUS, Facts.INDICATORS, Facts.WINDOW, Facts.DECISION, Facts.KNOB)) {
            assertThat(facts)
                    .extracting(Fact::name)
                    .doesNotHaveDuplicates()
                    .allMatch(name -> name.matches("[a-z]\\w+"));
        }
        assertThat(Stream.concat(Facts.STATUS.stream(), Facts.INDICATORS.stream())
                        .filter(fact -> fact.quantity().isNumeric())
                        .map(Fact::name))
                .as("gauges")
                .doesNotHaveDuplicates();
    }

    @Test
    void everyValueHasTheTypeOfItsQuantity() {
        assertThat(Facts.WINDOW).allSatisfy(fact -> {
            if (fact.of(WINDOW) != null) {
                assertThat(fact.of(WINDOW)).isInstanceOf(fact.quantity().type());
            }
        });
        assertThat(Facts.WINDOW).filteredOn(fact -> fact.of(WINDOW) != null).hasSizeGreaterThan(8);
    }

    @Test
    void aFeatureOfTheWorkloadIsAFactOfItsWindow() {
        WorkloadFeature rowBytes =
                new WorkloadFeature("rowBytes", "bytes", 1, 100_000, 1_000, 1, "Mean size of a row.");
        Fact<Window> fact =
                Facts.window(List.of(WorkloadFeature.READ_RATIO, rowBytes)).get(1);
        assertThat(fact.label()).isEqualTo("Row bytes in bytes");
        assertThat(fact.column()).isEqualTo("row_bytes");
        assertThat(fact.description()).isEqualTo("Mean size of a row");
        assertThat(fact.of(WINDOW)).isEqualTo(1_000.0);
        assertThat(Facts.feature(WorkloadFeature.READ_RATIO).quantity()).isEqualTo(Quantity.SHARE);
        assertThat(Facts.feature(WorkloadFeature.READ_RATIO).number(WINDOW)).isEqualTo(0.75);
    }
}
