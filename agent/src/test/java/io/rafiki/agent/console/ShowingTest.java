package io.rafiki.agent.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.rafiki.agent.console.TableView.Column;
import io.rafiki.control.status.TunerStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What tables and metrics show of a published status. */
class ShowingTest {

    private final RecordingOperator tuner = new RecordingOperator();

    @Test
    void aKnobIsARowWithProposedAndLiveValue() {
        assertThat(rows("knobs")).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("knob", "concurrent_writes")
                .containsEntry("yaml", "32")
                .containsEntry("live", "32")
                .containsEntry("ours", null)
                .containsEntry("proposed", "64")
                .containsEntry("set_by", "start")
                .containsEntry("set_at", Instant.EPOCH)
                .containsEntry("change", "live"));
        assertThat(number("KnobValue", "concurrent_writes")).isEqualTo(32);
        assertThat(number("KnobsTuned", "")).isZero();
        assertThat(number("KnobsChangedExternally", "")).isZero();
        assertThat(number("ProposalPending", "")).isEqualTo(1);
        assertThat(number("GainPercent", "")).isEqualTo(12.5);
    }

    @Test
    void theStatusHasTheBeansWordsAndItsTime() {
        Map<Object, Object> status = new LinkedHashMap<>();
        rows("status").forEach(row -> status.put(row.get("name"), row.get("value")));
        assertThat(status)
                .containsEntry("Status", "approve: [d42] apply: predicted gain 12.5 % ± 1.0 %; read back: ok")
                .containsEntry("Mode", "approve")
                .containsEntry("TickErrors", "1")
                .containsEntry("AsOf", "2026-11-21T10:15:32Z")
                .containsKeys("Decisions", "PlansApplied", "ReadBackFailures");
    }

    @Test
    void windowsDecisionsAndModelAreRows() {
        assertThat(rows("workload")).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("read_ratio", 0.75)
                .containsEntry("scan_share", 0.0)
                .containsEntry("reads", 750L)
                .containsEntry("state", "valid")
                .containsEntry("detail", null));
        assertThat(rows("decisions")).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("id", "d42")
                .containsEntry("kind", "apply")
                .containsEntry("workload", Map.of("readRatio", 0.75, "scanShare", 0.0))
                .containsEntry("read_back", "ok"));
        assertThat(rows("model")).singleElement().satisfies(row -> assertThat(row)
                .containsEntry("name", "engine")
                .containsEntry("value", "compiled"));
    }

    @Test
    void theAgeOfAStatusGrowsWithTheClock() {
        List<ConsoleGauge<TunerStatus>> numbers =
                ConsoleGauges.of(List.of(), () -> RecordingOperator.PUBLISHED.plusSeconds(3_600));
        assertThat(numbers.stream()
                        .filter(number -> number.name().equals("StatusAgeSeconds"))
                        .mapToDouble(number -> number.value().applyAsDouble(tuner.status())))
                .containsExactly(3_600.0);
    }

    @Test
    void everyTableHasRowsAsWideAsItsColumns() {
        for (TableView table : TableViews.ALL) {
            assertThat(rows(table.name())).as(table.name()).isNotEmpty();
            assertThat(table.rows().apply(tuner.status()))
                    .allSatisfy(row -> assertThat(row).hasSameSizeAs(table.columns()));
        }
    }

    @Test
    void everyNumberIsReadBeforeThereIsAnything() {
        tuner.empty = true;
        for (ConsoleGauge<TunerStatus> number : ConsoleGauges.of(List.of("concurrent_writes"), () -> Instant.EPOCH)) {
            assertThatCode(() -> assertThat(Double.isInfinite(number.value().applyAsDouble(tuner.status())))
                            .isFalse())
                    .as(number.name())
                    .doesNotThrowAnyException();
        }
        assertThat(number("WorkloadFeature", "read_ratio")).isNaN();
        assertThat(number("ModelLoaded", "")).isZero();
    }

    private double number(String name, String scope) {
        return ConsoleGauges.of(List.of("concurrent_writes"), () -> Instant.EPOCH).stream()
                .filter(number -> number.name().equals(name) && number.scope().equals(scope))
                .findFirst()
                .orElseThrow()
                .value()
                .applyAsDouble(tuner.status());
    }

    private List<Map<String, Object>> rows(String name) {
        TableView table = TableViews.ALL.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (List<Object> values : table.rows().apply(tuner.status())) {
            Map<String, Object> row = new LinkedHashMap<>();
            for (int i = 0; i < values.size(); i++) {
                Column column = table.columns().get(i);
                row.put(column.name(), values.get(i));
            }
            rows.add(row);
        }
        return rows;
    }
}
