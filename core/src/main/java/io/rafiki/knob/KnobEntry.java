package io.rafiki.knob;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All that is known of one knob: its values, what they hold for, what a change costs, and how it is set.
 *
 * @param knob name, range and default on the machine that the catalogue was read for
 * @param scope what one value holds for
 * @param cost of a change in general; {@link #costOf} says it of one change
 * @param rules exceptions to the cost, the first that matches counts
 * @param start how the value is given before start
 * @param live how the value is read and set in a running node; empty if it cannot be
 * @param byHand command templates for a human, with {@code {value}} and {@code {option}}
 * @param defaultFrom how Cassandra derives the default, in words; may be empty
 * @param why what the knob does for throughput, in one sentence
 */
public record KnobEntry(
        Knob knob,
        Scope scope,
        Cost cost,
        List<CostRule> rules,
        Start start,
        Optional<Live> live,
        List<String> byHand,
        String defaultFrom,
        String why) {

    public KnobEntry {
        rules = List.copyOf(rules);
        byHand = List.copyOf(byHand);
    }

    public String name() {
        return knob.name();
    }

    /** The cost of the change between two codes; {@link Cost#INSTANT} if they are the same, for then nothing changes. */
    public Cost costOf(double from, double to) {
        if (from == to) {
            return Cost.INSTANT;
        }
        return rules.stream()
                .filter(rule -> rule.matches(from, to))
                .map(CostRule::cost)
                .findFirst()
                .orElse(cost);
    }

    /**
     * The lines of cassandra.yaml that start a node with this value, key to Long, Double, Boolean, String or a map of such; empty for
     * table options.
     *
     * @throws IllegalArgumentException if the code names no value of the knob
     */
    public Map<String, Object> cassandraYaml(double code) {
        Object value = knob.value(code);
        return start instanceof Start.Yaml yaml ? yaml.lines(value, text(code)) : Map.of();
    }

    /**
     * What a node that was started with this value says in {@code system_views.settings}, setting to text.
     *
     * @throws IllegalArgumentException if the code names no value of the knob
     */
    public Map<String, String> settings(double code) {
        String value = String.valueOf(knob.value(code));
        if (start instanceof Start.Yaml yaml && yaml.shown().containsKey(value)) {
            return yaml.shown().get(value);
        }
        Map<String, String> settings = new TreeMap<>();
        cassandraYaml(code).forEach((key, line) -> settings.put(key, String.valueOf(line)));
        return settings;
    }

    /**
     * The table option's map that gives a table this value, such as {@code {class=..., scaling_parameters=T4}}.
     *
     * @throws IllegalArgumentException if the code names no value of the knob
     */
    public Optional<Map<String, String>> tableOption(double code) {
        Object value = knob.value(code);
        return start instanceof Start.TableOption option
                ? Optional.of(new TreeMap<>(option.values().get(String.valueOf(value))))
                : Optional.empty();
    }

    /**
     * All table options that a table needs for this value, option to its map: the knob's own, or those without which a line of
     * cassandra.yaml does nothing.
     *
     * @throws IllegalArgumentException if the code names no value of the knob
     */
    public Map<String, Map<String, String>> tableOptions(double code) {
        Object value = knob.value(code);
        return start instanceof Start.TableOption option
                ? Map.of(option.name(), tableOption(code).orElseThrow())
                : ((Start.Yaml) start).table(value);
    }

    /**
     * Commands by which a human gives a running node this value; {@code <keyspace>} and {@code <table>} are the reader's to fill in.
     *
     * @throws IllegalArgumentException if the code names no value of the knob
     */
    public List<String> commands(double code) {
        String option = tableOption(code).map(KnobEntry::cql).orElse("");
        return byHand.stream()
                .map(template -> template.replace("{value}", liveNumber(code))
                        .replace("{option}", option)
                        .replace("{keyspace}", "<keyspace>")
                        .replace("{table}", "<table>"))
                .toList();
    }

    /** The number that stands for the code in the node's MBeans; the name of a categorical knob's value. */
    public String liveNumber(double code) {
        String value = String.valueOf(knob.value(code));
        Long special = live.map(binding -> binding.special().get(value)).orElse(null);
        return special == null ? text(code) : special.toString();
    }

    /** What stands in for {@code {value}}: the number, or the name of a categorical knob's value. */
    private String text(double code) {
        return knob instanceof CategoricalKnob categorical
                ? categorical.value(code).toString()
                : Codes.text(code);
    }

    private static String cql(Map<String, String> option) {
        return option.entrySet().stream()
                .map(entry -> "'" + entry.getKey() + "': '" + entry.getValue() + "'")
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
