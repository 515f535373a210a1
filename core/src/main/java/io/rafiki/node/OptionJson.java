package io.rafiki.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.LiveBinding;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Converts a table option between the JSON of Cassandra's table MBeans and the values of the catalogue. */
final class OptionJson {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<TreeMap<String, String>> MAP = new TypeReference<>() {};

    private final KnobDefinition entry;
    private final LiveBinding live;

    OptionJson(KnobDefinition entry, LiveBinding live) {
        this.entry = entry;
        this.live = live;
    }

    /** The catalogue value with an equivalent option; empty if there is none. */
    Optional<Double> code(String json) throws NodeException {
        Map<String, String> present = essence(parse(json));
        for (double code : entry.knob().singles()) {
            if (essence(entry.tableOption(code).orElseThrow()).equals(present)) {
                return Optional.of(code);
            }
        }
        return Optional.empty();
    }

    /**
     * The JSON that sets the value and keeps all options that do not belong to the knob.
     *
     * @param present the table's present JSON
     * @param off whether the table's automatic compaction is off; writing parameters resets it, so the JSON contains it
     */
    String with(String present, double code, boolean off) throws NodeException {
        Map<String, String> option = merged(present, code);
        option.remove("enabled");
        if (off) {
            option.put("enabled", "false");
        }
        try {
            return JSON.writeValueAsString(option);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(entry.name() + ": expected a map of texts, found " + option, impossible);
        }
    }

    /** The option with the value, and with all parts of the present one that do not belong to the knob. */
    Map<String, String> merged(String present, double code) throws NodeException {
        Map<String, String> option = parse(present);
        option.keySet().retainAll(live.keep());
        option.putAll(entry.tableOption(code).orElseThrow());
        return option;
    }

    /** The option without keys outside the knob and without default values; a class without its package. */
    private Map<String, String> essence(Map<String, String> option) {
        Map<String, String> essence = new TreeMap<>(option);
        essence.keySet().removeAll(live.keep());
        essence.entrySet().removeIf(part -> part.getValue().equals(live.assume().get(part.getKey())));
        essence.computeIfPresent("class", (key, name) -> name.substring(name.lastIndexOf('.') + 1));
        return essence;
    }

    private Map<String, String> parse(String json) throws NodeException {
        try {
            return JSON.readValue(json, MAP);
        } catch (JsonProcessingException refused) {
            throw new NodeException(new NodeFailure.InvalidOption(entry.name(), json), refused);
        }
    }
}
