package io.rafiki.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvelopeTest {

    private final KnobSpace space = Models.space();
    private final Configuration small = space.configuration(Map.of("file_cache_size", 100, "concurrent_writes", 16));
    private final Configuration large = space.configuration(Map.of("file_cache_size", 300, "concurrent_writes", 64));

    @Test
    void holdsWhatLiesBetweenTheTrials() {
        Envelope envelope = Envelope.of(space, List.of(0.2, 0.8), List.of(small, large));
        assertThat(envelope.outside(0.5, small.with("concurrent_writes", 40))).isEmpty();
        assertThat(envelope.outside(0.9, small)).hasValue("read ratio 0.9 is outside of the trained 0.2..0.8");
        assertThat(envelope.outside(0.5, small.with("concurrent_writes", 65)))
                .hasValue("concurrent_writes=65 is outside of the trained 16..64");
        assertThat(envelope.outside(0.5, small.with("compaction", "Leveled")))
                .hasValue("compaction=Leveled is outside of the trained SizeTiered");
        assertThat(envelope.outside(0.5, small.with("file_cache_size", "off")))
                .hasValue("file_cache_size=off is outside of the trained 100..300");
    }

    @Test
    void keepsSpecialValuesApartFromNumbers() {
        Envelope envelope = Envelope.of(space, List.of(0.5, 0.5), List.of(space.defaults(), small));
        assertThat(envelope.outside(0.5, space.defaults())).isEmpty();
        assertThat(envelope.outside(0.5, small.with("file_cache_size", 64)))
                .hasValue("file_cache_size=64 is outside of the trained 100..100, off");
    }
}
