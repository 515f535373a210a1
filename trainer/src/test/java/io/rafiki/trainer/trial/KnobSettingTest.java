package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KnobSettingTest {

    /** A plan's choices have codes of their own; taken for the catalogue's, Unified(T4) = 0 would set SizeTiered. */
    @Test
    void narrowedChoicesAreSetByTheirValue() throws Exception {
        KnobCatalogue catalogue =
                KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 512));
        KnobSpace narrowed =
                new KnobSpace(List.of(new CategoricalKnob("compaction", List.of("Unified(T4)", "SizeTiered"), 1)));

        List<KnobSetting> set = KnobSetting.of(new Configuration(narrowed, new double[] {0}), catalogue);

        assertThat(set).singleElement().satisfies(knob -> {
            assertThat(knob.value()).isEqualTo("Unified(T4)");
            assertThat(knob.cassandraYaml()).isEmpty();
            assertThat(knob.tableOptions())
                    .isEqualTo(Map.of(
                            "compaction", Map.of("class", "UnifiedCompactionStrategy", "scaling_parameters", "T4")));
        });
    }

    @Test
    void nodeKnobsBecomeLinesOfCassandraYaml() throws Exception {
        KnobCatalogue catalogue =
                KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 512));
        KnobSpace space = catalogue.space(List.of("file_cache_size", "concurrent_reads"));
        Configuration configuration =
                space.defaults().with("file_cache_size", 64).with("concurrent_reads", 9);

        assertThat(KnobSetting.of(configuration, catalogue).stream().map(KnobSetting::cassandraYaml))
                .containsExactlyInAnyOrder(
                        Map.of("concurrent_reads", 9L), Map.of("file_cache_enabled", true, "file_cache_size", "64MiB"));
    }

    /** A row cache does nothing for a table whose rows it may not hold. */
    @Test
    void aKnobCanRequireATableOptionAndALine() throws Exception {
        KnobCatalogue catalogue =
                KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 512));
        KnobSpace space = catalogue.space(List.of("row_cache_size"));

        assertThat(KnobSetting.of(space.defaults(), catalogue)).singleElement().satisfies(off -> {
            assertThat(off.isDefault()).isTrue();
            assertThat(off.tableOptions()).isEmpty();
            assertThat(off.settings()).isEqualTo(Map.of("row_cache_size", "0MiB"));
        });
        assertThat(KnobSetting.of(space.defaults().with("row_cache_size", 64), catalogue))
                .singleElement()
                .satisfies(on -> assertThat(on.tableOptions())
                        .isEqualTo(Map.of("caching", Map.of("keys", "ALL", "rows_per_partition", "ALL"))));
    }
}
