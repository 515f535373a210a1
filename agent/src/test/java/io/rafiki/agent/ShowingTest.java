package io.rafiki.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.rafiki.agent.console.ShownNumber;
import io.rafiki.agent.console.ShownNumbers;
import io.rafiki.agent.console.ShownTable;
import io.rafiki.agent.console.ShownTable.Column;
import io.rafiki.agent.console.ShownTables;
import io.rafiki.decision.Mode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tables and metrics show of a tuner at work. */
class ShowingTest {

    @TempDir
    Path folder;

    private Rig rig;

    @BeforeEach
    void rig() throws Exception {
        rig = new Rig(folder);
    }

    @AfterEach
    void close() throws Exception {
        rig.stop();
    }

    @Test
    void aKnobShowsItsValueAtStartAndNowAndWhoSetIt() throws Exception {
        rig.start();
        assertThat(knob("concurrent_writes"))
                .containsEntry("yaml", "32")
                .containsEntry("live", "32")
                .containsEntry("ours", null)
                .containsEntry("set_by", "start")
                .containsEntry("change", "live");
        rig.run(10, 0.0);
        assertThat(knob("concurrent_writes"))
                .containsEntry("yaml", "32")
                .containsEntry("live", "80")
                .containsEntry("ours", "80")
                .containsEntry("set_by", "rafiki d1")
                .containsEntry("set_at", Instant.parse("2026-11-21T10:15:10Z"));
        assertThat(knob("concurrent_compactors")).containsEntry("set_by", "start");
        assertThat(number("KnobsOurs", "")).isEqualTo(2);
        assertThat(number("Live", "concurrent_writes")).isEqualTo(80);
    }

    @Test
    void aKnobThatSomebodyElseHasSetSaysSo() throws Exception {
        rig.start().run(10, 0.0);
        rig.node.readStage.values.put("MaximumPoolSize", 48);
        rig.run(10, 0.0);
        assertThat(knob("concurrent_reads"))
                .containsEntry("live", "48")
                .containsEntry("ours", "16")
                .containsEntry("set_by", "not rafiki")
                .containsEntry("set_at", Instant.parse("2026-11-21T10:15:20Z"));
        assertThat(number("KnobsForeign", "")).isEqualTo(1);
        rig.tuner.rollback();
        assertThat(knob("concurrent_reads")).containsEntry("set_by", "not rafiki");
        assertThat(knob("concurrent_writes"))
                .containsEntry("set_by", "rafiki d3")
                .containsEntry("ours", null);
    }

    @Test
    void aProposalStandsBesideTheValuesThatItWouldReplace() throws Exception {
        rig.mode = Mode.APPROVE;
        rig.start().run(10, 0.0);
        assertThat(knob("concurrent_reads")).containsEntry("live", "32").containsEntry("proposed", "16");
        assertThat(number("ProposalPending", "")).isEqualTo(1);
        assertThat(number("GainPercent", "")).isBetween(10.0, 50.0);
    }

    @Test
    void theStatusHasTheBeansWordsAndItsTime() throws Exception {
        rig.start().run(4, 0.5);
        Map<Object, Object> status = new LinkedHashMap<>();
        rows("status").forEach(row -> status.put(row.get("name"), row.get("value")));
        assertThat(status)
                .containsEntry("Status", rig.tuner.status().line())
                .containsEntry("Mode", "auto")
                .containsEntry("Faults", "0")
                .containsEntry("AsOf", "2026-11-21T10:15:04Z")
                .containsKeys("Decisions", "Applied", "ReadBackFailures");
    }

    @Test
    void windowsAndDecisionsAreKeptInTheOrderInWhichTheyCame() throws Exception {
        rig.start().run(1_300, 0.5);
        assertThat(rows("workload")).hasSize(120);
        assertThat(rows("workload").get(119))
                .containsEntry("read_ratio", 0.5)
                .containsEntry("reads", 5_000L)
                .containsEntry("state", "valid")
                .containsEntry("detail", null);
        rig.run(20, 1.0);
        assertThat(rows("decisions")).extracting(row -> row.get("id")).startsWith("d1", "d2");
        assertThat(rows("decisions").get(0)).containsEntry("kind", "apply").containsEntry("read_back", "ok");
        assertThat(rows("model"))
                .anySatisfy(
                        row -> assertThat(row).containsEntry("name", "loader").containsEntry("value", "direct"));
    }

    @Test
    void theyGoOnShowingWhatATunerSaidThatHasStopped() throws Exception {
        rig.start().run(10, 0.0);
        List<ShownNumber> numbers = ShownNumbers.of(List.of(), () -> Instant.parse("2026-11-21T11:15:10Z"));
        rig.stop();
        assertThat(knob("concurrent_writes")).containsEntry("live", "80");
        assertThat(numbers.stream()
                        .filter(number -> number.name().equals("AgeSeconds"))
                        .mapToDouble(number -> number.value().applyAsDouble(rig.tuner.status())))
                .containsExactly(3_600.0);
    }

    @Test
    void everyTableHasRowsAsWideAsItsColumns() throws Exception {
        rig.start().run(20, 0.0);
        for (ShownTable table : ShownTables.ALL) {
            assertThat(rows(table.name())).as(table.name()).isNotEmpty();
            assertThat(table.rows().apply(rig.tuner))
                    .allSatisfy(row -> assertThat(row).hasSameSizeAs(table.columns()));
        }
    }

    @Test
    void everyNumberIsReadBeforeThereIsAnything() throws Exception {
        rig.startUnticked();
        for (ShownNumber number : ShownNumbers.of(List.of("concurrent_writes"), () -> Instant.EPOCH)) {
            assertThatCode(() -> assertThat(Double.isInfinite(number.value().applyAsDouble(rig.tuner.status())))
                            .isFalse())
                    .as(number.name())
                    .doesNotThrowAnyException();
        }
        assertThat(number("ReadRatio", "")).isNaN();
        assertThat(number("ModelLoaded", "")).isEqualTo(1);
    }

    private Map<String, Object> knob(String name) {
        return rows("knobs").stream()
                .filter(row -> row.get("knob").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private double number(String name, String scope) {
        return ShownNumbers.of(List.of("concurrent_writes"), () -> Instant.EPOCH).stream()
                .filter(number -> number.name().equals(name) && number.scope().equals(scope))
                .findFirst()
                .orElseThrow()
                .value()
                .applyAsDouble(rig.tuner.status());
    }

    private List<Map<String, Object>> rows(String name) {
        ShownTable table = ShownTables.ALL.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (List<Object> values : table.rows().apply(rig.tuner)) {
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
