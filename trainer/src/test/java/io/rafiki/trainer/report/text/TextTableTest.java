package io.rafiki.trainer.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.format.TextTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void columnsOfWordsAreAlignedToTheLeftAndColumnsOfFiguresToTheRight() {
        TextTable table = new TextTable("ID", "Decision", "Gain", "Time")
                .row("d1", "hold", null, "9.9 ms")
                .row("d1000", "apply", "+12.4 %", "10.8 ms");

        assertThat(table.text())
                .isEqualTo(
                        """
                        ID     Decision     Gain     Time
                        d1     hold            -   9.9 ms
                        d1000  apply     +12.4 %  10.8 ms"""
                                .replace("\n", System.lineSeparator()));
    }

    @Test
    void oneWordAlignsItsColumnToTheLeft() {
        assertThat(new TextTable("Knob", "Default")
                        .row("file_cache_size", "off")
                        .row("concurrent_reads", 32)
                        .text()
                        .lines())
                .containsExactly("Knob              Default", "file_cache_size   off", "concurrent_reads  32");
    }

    @Test
    void aShortRowLeavesTheOtherColumnsEmpty() {
        assertThat(new TextTable("Phase", "Gain", "Configuration")
                        .row("reads", "+1.0 %", "default")
                        .row("mean", "+12.0 %")
                        .text()
                        .lines())
                .containsExactly("Phase     Gain  Configuration", "reads   +1.0 %  default", "mean   +12.0 %");
    }

    @Test
    void anAbsentKeyIsShownAsADash() {
        assertThat(TextTable.rows(List.of("id", "kind"), List.of(Map.of("id", "d1")))
                        .lines())
                .last()
                .isEqualTo("d1     -");
    }

    @Test
    void pairsKeepTheirOrderAndLongValuesTheirColumn() {
        Map<String, Object> pairs = new LinkedHashMap<>();
        pairs.put("Read ratio", "90 %");
        pairs.put("Commands", "nodetool a" + System.lineSeparator() + "nodetool b");
        pairs.put("Model", null);

        assertThat(TextTable.pairs(pairs).lines())
                .containsExactly(
                        "Read ratio  90 %", "Commands    nodetool a", "            nodetool b", "Model       -");
    }
}
