package io.rafiki.knob;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

    /** The codes of a categorical knob's values; empty for other knobs. */
    public List<Double> codes() {
        return knob instanceof CategoricalKnob categorical
                ? IntStream.range(0, categorical.choices().size())
                        .mapToObj(Double::valueOf)
                        .toList()
                : List.of();
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
     * The lines of cassandra.yaml that start a node with this value, key to Long, Double, Boolean or String; empty for table options.
     *
     * @throws IllegalArgumentException if the code names no value of the knob
     */
    public Map<String, Object> cassandraYaml(double code) {
        Object value = knob.value(code);
        return start instanceof Start.Yaml yaml ? yaml.lines(value, Codes.text(code)) : Map.of();
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

    /** The number that stands for the code in the node's MBeans. */
    public String liveNumber(double code) {
        String value = String.valueOf(knob.value(code));
        Long special = live.map(binding -> binding.special().get(value)).orElse(null);
        return special == null ? Codes.text(code) : special.toString();
    }

    private static String cql(Map<String, String> option) {
        return option.entrySet().stream()
                .map(entry -> "'" + entry.getKey() + "': '" + entry.getValue() + "'")
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
