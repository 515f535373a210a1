package io.rafiki.trainer.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test
    void alignsColumnsToTheWidestCell() {
        String table = TextTable.rows(
                List.of("id", "kind"),
                List.of(Map.of("id", "d1", "kind", "hold"), Map.of("id", "d1000", "kind", "apply")));

        assertThat(table.lines()).containsExactly("id     kind", "d1     hold", "d1000  apply");
    }

    @Test
    void showsAnAbsentValueAsADash() {
        assertThat(TextTable.rows(List.of("id", "kind"), List.of(Map.of("id", "d1")))
                        .lines())
                .last()
                .isEqualTo("d1  -");
    }

    @Test
    void keepsTheOrderOfPairs() {
        Map<String, Object> pairs = new LinkedHashMap<>();
        pairs.put("readRatio", 0.9);
        pairs.put("ops", 12L);

        assertThat(TextTable.pairs(pairs).lines()).containsExactly("readRatio  0.9000", "ops        12");
    }
}
