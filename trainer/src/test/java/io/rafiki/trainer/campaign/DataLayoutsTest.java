package io.rafiki.trainer.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.trainer.cassandra.Layout;
import io.rafiki.trainer.plan.PlanText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataLayoutsTest {

    private static final List<String> KNOBS =
            List.of("compaction", "compression", "row_cache_size", "concurrent_reads", "memtable");

    @Test
    void theDefaultIsThePlainTable() throws Exception {
        KnobCatalogue catalogue = PlanText.catalogue();
        assertThat(DataLayouts.of(catalogue.space(KNOBS).defaults(), catalogue)).isEqualTo(Layout.USUAL);
    }

    @Test
    void everyTableOptionCounts() throws Exception {
        KnobCatalogue catalogue = PlanText.catalogue();
        Configuration configuration = catalogue
                .space(KNOBS)
                .configuration(Map.of(
                        "compaction", "Leveled",
                        "compression", "LZ4(4KiB)",
                        "row_cache_size", 64,
                        "concurrent_reads", 9,
                        "memtable", "trie"));

        Layout layout = DataLayouts.of(configuration, catalogue);

        assertThat(layout.compaction()).isEqualTo(Map.of("class", "LeveledCompactionStrategy"));
        assertThat(layout.others())
                .isEqualTo(Map.of(
                        "compression", Map.of("class", "LZ4Compressor", "chunk_length_in_kb", "4"),
                        "caching", Map.of("keys", "ALL", "rows_per_partition", "ALL")));
    }

    /** One copy of the data serves all sizes of a cache, and layouts that differ have different names, which name their folders. */
    @Test
    void aLayoutIsSharedByAllThatNeedIt() throws Exception {
        KnobCatalogue catalogue = PlanText.catalogue();
        KnobSpace space = catalogue.space(KNOBS);
        Configuration usual = space.defaults();

        assertThat(DataLayouts.all(
                        List.of(
                                usual.with("row_cache_size", 16),
                                usual.with("row_cache_size", 64),
                                usual.with("compression", "none"),
                                usual,
                                usual.with("memtable", "trie")),
                        catalogue))
                .extracting(Layout::name)
                .containsExactly("SizeTiered caching ALL ALL", "SizeTiered compression false", "SizeTiered");
    }
}
