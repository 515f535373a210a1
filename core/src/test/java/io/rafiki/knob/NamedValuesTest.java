package io.rafiki.knob;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedValuesTest {

    private static final Map<String, Object> USUAL = Map.of("cache", "off", "writes", 32, "threshold", 0.25);

    @Test
    void showsWhatDiffersInTheOrderOfTheValues() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("writes", 64);
        values.put("threshold", 0.25);
        values.put("cache", 128);
        assertThat(NamedValues.text(NamedValues.differingFrom(USUAL, values))).isEqualTo("writes=64, cache=128");
        assertThat(values).as("left alone").hasSize(3);
    }

    @Test
    void namesTheDefault() {
        assertThat(NamedValues.text(NamedValues.differingFrom(USUAL, USUAL))).isEqualTo("default");
    }

    @Test
    void numbersMayBeOfAnotherType() {
        assertThat(NamedValues.differingFrom(USUAL, Map.of("writes", 32L, "cache", "off")))
                .isEmpty();
    }

    @Test
    void aValueThatIsNotThereIsNoDifferenceAndAnUnknownOneIs() {
        assertThat(NamedValues.differingFrom(USUAL, Map.of("cache", "off"))).isEmpty();
        assertThat(NamedValues.differingFrom(USUAL, Map.of("reads", 8))).containsExactly(Map.entry("reads", 8));
    }
}
