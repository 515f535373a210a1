package io.rafiki.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.LiveBinding;
import java.util.LinkedHashMap;
import java.util.List;
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
        return TIME_WINDOW.equals(className(parse(json)));
    }

    /** The options that do not belong to the knob and that the option's class alone allows. */
    Map<String, String> ofClass(String json) throws NodeException {
        return ofClass(parse(json));
    }

    /** Whether the option's class alone allows some options that do not belong to the knob. */
    boolean isClassWithOptions(String json) throws NodeException {
        return live.keepInClass().containsKey(className(parse(json)));
    }

    /** Whether the schema would restore these options after a change to another class and back. */
    boolean isRestorable(String present, Optional<String> schema) throws NodeException {
        Map<String, String> option = parse(present);
        Map<String, String> stated = schema.isPresent() ? parse(schema.get()) : Map.of();
        return className(option).equals(className(stated))
                ? ofClass(option).equals(ofClass(stated))
                : ofClass(option).isEmpty();
    }

    /**
     * The JSON that sets the value and keeps all options that do not belong to the knob.
     *
     * @param present the table's present JSON
     * @param schema the JSON of the table's schema, if known: the source of options of the value's class, if the present class is another
     * @param off whether the table's automatic compaction is off; writing parameters resets it, so the JSON contains it
     */
    String with(String present, Optional<String> schema, double code, boolean off) throws NodeException {
        return text(option(present, schema, code, off));
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
        if (!off && !statesOff(former) && others.equals(others(former))) {
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

    /**
     * The option for all nodes, with the value and with all parts of the present one that do not belong to the knob; see {@link #with}. The
     * schema states whether automatic compaction is off, because an operator may have turned it off on this node alone.
     */
    Map<String, String> forAllNodes(String present, Optional<String> schema, double code) throws NodeException {
        return option(present, schema, code, schema.isPresent() && statesOff(schema.get()));
    }

    /** Whether the option turns automatic compaction off. */
    private boolean statesOff(String json) throws NodeException {
        return live.keep().contains(AutoCompaction.OPTION)
                && "false".equals(parse(json).get(AutoCompaction.OPTION));
    }

    private Map<String, String> option(String present, Optional<String> schema, double code, boolean off)
            throws NodeException {
        Map<String, String> option = others(present);
        if (off) {
            option.put(AutoCompaction.OPTION, "false");
        }
        option.putAll(value(present, schema, code));
        return option;
    }

    /** The value's option, with the options of its class from the present option or else from the schema. */
    private Map<String, String> value(String present, Optional<String> schema, double code) throws NodeException {
        Map<String, String> value = new TreeMap<>(entry.tableOption(code).orElseThrow());
        for (String json : schema.map(stated -> List.of(present, stated)).orElse(List.of(present))) {
            Map<String, String> option = parse(json);
            if (className(option).equals(className(value))) {
                value.putAll(ofClass(option));
                break;
            }
        }
        return value;
    }

    private Map<String, String> ofClass(Map<String, String> option) {
        Map<String, String> own = new TreeMap<>(option);
        own.entrySet()
                .retainAll(live.keepInClass()
                        .getOrDefault(className(option), Map.of())
                        .entrySet());
        return own;
    }

    /** The class without its package. */
    private static String className(Map<String, String> option) {
        String name = option.getOrDefault("class", "");
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The option without keys outside the knob and without default values; a class without its package. */
    private Map<String, String> essence(Map<String, String> option) {
        Map<String, String> essence = new TreeMap<>(option);
        essence.keySet().removeAll(live.keep());
        essence.keySet().removeAll(ofClass(option).keySet());
        essence.entrySet().removeIf(part -> part.getValue().equals(live.assume().get(part.getKey())));
        essence.computeIfPresent("class", (key, name) -> className(option));
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
