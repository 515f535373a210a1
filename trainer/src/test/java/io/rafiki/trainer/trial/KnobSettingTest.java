package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KnobSettingTest {

    @Test
    void theEffectiveValueIsTheReportedOneWhereTheyDiffer() throws Exception {
        KnobCatalogue redis = KnobCatalogue.read(Path.of("../conf/knobs/redis-7.0.yaml"), new NodeResources(2, 256));
        KnobSpace space = redis.space(List.of("hz", "dynamic_hz"));
        List<KnobSetting> settings = KnobSetting.of(space.defaults(), redis);
        KnobSetting hz = settings.get(0);
        KnobSetting dynamic = settings.get(1);

        assertThat(hz.settings()).isEqualTo(Map.of("hz", "10"));
        assertThat(hz.effective(Map.of("hz", "10"))).isEqualTo(10L);
        assertThat(hz.effective(Map.of("hz", "500"))).isEqualTo("{hz=500}");
        assertThat(hz.effective(Map.of())).isEqualTo("{hz=null}");
        assertThat(dynamic.effective(Map.of("dynamic-hz", "yes"))).isEqualTo("yes");
        assertThat(dynamic.effective(Map.of("dynamic-hz", "no"))).isEqualTo("{dynamic-hz=no}");
    }

    /** Cassandra shows classes with their packages, and numbers in its own way. */
    @Test
    void whatMeansTheSameAgrees() {
        assertThat(KnobSetting.differing(
                        Map.of("class", "LZ4Compressor", "threshold", "0.333333", "size", "64MiB"),
                        Map.of(
                                "class", "org.apache.cassandra.io.compress.LZ4Compressor",
                                "threshold", "0.33333302",
                                "size", "64MiB",
                                "other", "1")))
                .isEmpty();
    }

    @Test
    void whatDiffersOrIsAbsentIsShownAsFound() {
        assertThat(KnobSetting.differing(
                        Map.of("chunk_length_in_kb", "4", "enabled", "false"), Map.of("chunk_length_in_kb", "16")))
                .isEqualTo(Map.of("chunk_length_in_kb", "16", "enabled", "null"));
    }
}
