package io.rafiki.knob;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

    /** Each value of the shipped catalogue, and each pair of neighbours as a change. */
    @Test
    void readsWhatItWrote() throws Exception {
        KnobCatalogue catalogue =
                KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 1024));
        for (KnobDefinition entry : catalogue.entries()) {
            List<Double> codes = new ArrayList<>(entry.knob().singles());
            entry.knob().range().ifPresent(range -> codes.addAll(List.of(range.min(), range.max())));
            for (double code : codes) {
                String value = String.valueOf(entry.knob().value(code));
                String text = NamedValues.text(Map.of(entry.name(), value));
                assertThat(NamedValues.parse(text)).containsExactly(Map.entry(entry.name(), value));
                assertThat(NamedValues.parseChanges("first 1 -> 2, " + entry.name() + " " + value + " -> x"))
                        .containsExactly(
                                Map.of("knob", "first", "from", "1", "to", "2"),
                                Map.of("knob", entry.name(), "from", value, "to", "x"));
            }
        }
        assertThat(NamedValues.parse("")).isEmpty();
        assertThat(NamedValues.parse("default")).isEmpty();
        assertThat(NamedValues.parseChanges("")).isEmpty();
    }

    @Test
    void aCommaWithinParenthesesBelongsToTheValue() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("compaction", "Unified(T8,L4)");
        values.put("cache", "off");
        assertThat(NamedValues.parse(NamedValues.text(values))).isEqualTo(values);
        assertThat(NamedValues.parseChanges("compaction Unified(T8,L4) -> Unified(T4), cache off -> 128"))
                .containsExactly(
                        Map.of("knob", "compaction", "from", "Unified(T8,L4)", "to", "Unified(T4)"),
                        Map.of("knob", "cache", "from", "off", "to", "128"));
        assertThat(NamedValues.parseChanges("compaction Unified(T4) -> Unified(T8,L4), cache off -> 128"))
                .containsExactly(
                        Map.of("knob", "compaction", "from", "Unified(T4)", "to", "Unified(T8,L4)"),
                        Map.of("knob", "cache", "from", "off", "to", "128"));
        assertThat(NamedValues.parse("state=half (open, cache=off")).containsEntry("cache", "off");
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
