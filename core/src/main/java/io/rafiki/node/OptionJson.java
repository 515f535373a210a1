package io.rafiki.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.knob.KnobEntry;
import io.rafiki.knob.Live;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A table option as the JSON object that Cassandra's table MBeans hold, against the values that the catalogue knows. */
final class OptionJson {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<TreeMap<String, String>> MAP = new TypeReference<>() {};

    private final KnobEntry entry;
    private final Live live;

    OptionJson(KnobEntry entry, Live live) {
        this.entry = entry;
        this.live = live;
    }

    /** The catalogue's value whose option says the same; empty if there is none. */
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
     * The JSON that gives a table the value and leaves it the options that are not the knob's.
     *
     * @param present the table's JSON now
     * @param off whether the table's automatic compaction is off. Writing parameters switches it to what they say, so they say it.
     */
    String with(String present, double code, boolean off) throws NodeException {
        Map<String, String> option = new TreeMap<>(parse(present));
        option.keySet().retainAll(live.keep());
        option.remove("enabled");
        if (off) {
            option.put("enabled", "false");
        }
        option.putAll(entry.tableOption(code).orElseThrow());
        try {
            return JSON.writeValueAsString(option);
        } catch (JsonProcessingException impossible) {
            throw new NodeException(entry.name() + ": cannot write " + option, impossible);
        }
    }

    /** The option without what is not the knob's and what says nothing; a class without its package. */
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
            throw new NodeException(
                    entry.name() + ": expected a JSON object of texts from the node, found " + json, refused);
        }
    }
}
