package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EffectiveKnobsTest {

    /** Cassandra shows classes with their packages, and numbers in its own way. */
    @Test
    void whatMeansTheSameAgrees() {
        assertThat(EffectiveKnobs.differing(
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
        assertThat(EffectiveKnobs.differing(
                        Map.of("chunk_length_in_kb", "4", "enabled", "false"), Map.of("chunk_length_in_kb", "16")))
                .isEqualTo(Map.of("chunk_length_in_kb", "16", "enabled", "null"));
    }
}
