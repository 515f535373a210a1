package io.rafiki.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.LiveBinding;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Converts a table option between the JSON of Cassandra's table MBeans and the values of the catalogue. */
final class OptionJson {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TIME_WINDOW = "TimeWindowCompactionStrategy";
    private static final TypeReference<TreeMap<String, String>> MAP = new TypeReference<>() {};

    private final KnobDefinition entry;
    private final LiveBinding live;

    /** The catalogue's code of each option, without keys outside the knob and without default values. */
    private final Map<Map<String, String>, Double> codes = new LinkedHashMap<>();

    OptionJson(KnobDefinition entry, LiveBinding live) {
        this.entry = entry;
        this.live = live;
        for (double code : entry.knob().singles()) {
            codes.putIfAbsent(essence(entry.tableOption(code).orElseThrow()), code);
        }
    }

    /** The catalogue value with an equivalent option; empty if there is none, or if the option is never changed. */
    Optional<Double> code(String json) throws NodeException {
        Map<String, String> essence = essence(parse(json));
        return TIME_WINDOW.equals(essence.get("class")) ? Optional.empty() : Optional.ofNullable(codes.get(essence));
    }

    /** Whether the table has TimeWindowCompactionStrategy. */
    boolean isTimeWindow(String json) throws NodeException {
        return TIME_WINDOW.equals(essence(parse(json)).get("class"));
    }

    /**
     * The JSON that sets the value and keeps all options that do not belong to the knob.
     *
     * @param present the table's present JSON
     * @param off whether the table's automatic compaction is off; writing parameters resets it, so the JSON contains it
     */
    String with(String present, double code, boolean off) throws NodeException {
        Map<String, String> option = others(present);
        if (off) {
            option.put(AutoCompaction.OPTION, "false");
        }
        option.putAll(entry.tableOption(code).orElseThrow());
        return text(option);
    }

    private String text(Map<String, String> option) {
        try {
            return JSON.writeValueAsString(option);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(entry.name() + ": expected a map of texts, found " + option, impossible);
        }
    }

    /**
     * The JSON that restores a former value of the knob and keeps the present options that do not belong to it.
     *
     * @param present the table's present JSON
     * @param former its JSON before the change
     * @param off whether the table's automatic compaction is off
     */
    String restored(String present, String former, boolean off) throws NodeException {
        Map<String, String> others = others(present);
        if (!off && others.equals(others(former))) {
            return former;
        }
        Map<String, String> option = new TreeMap<>(parse(former));
        option.keySet().removeAll(live.keep());
        option.putAll(others);
        if (off) {
            option.put(AutoCompaction.OPTION, "false");
        }
        return text(option);
    }

    /** The options that do not belong to the knob. */
    private Map<String, String> others(String json) throws NodeException {
        Map<String, String> others = new TreeMap<>(parse(json));
        others.keySet().retainAll(live.keep());
        others.remove(AutoCompaction.OPTION);
        return others;
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
            Map<String, String> option = JSON.readValue(json, MAP);
            if (option == null) {
                throw new NodeException(new NodeFailure.InvalidOption(entry.name(), json));
            }
            return option;
        } catch (JsonProcessingException refused) {
            throw new NodeException(new NodeFailure.InvalidOption(entry.name(), json), refused);
        }
    }
}
