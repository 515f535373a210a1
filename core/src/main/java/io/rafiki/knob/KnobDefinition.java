package io.rafiki.knob;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The definition of one knob: its values, scope, change cost and bindings.
 *
 * @param knob name, range and default on the catalogue's machine
 * @param scope node or table
 * @param cost general change cost; {@link #costOf} gives the cost of one change
 * @param rules exceptions to the cost; the first match applies
 * @param start binding at start
 * @param live binding on a running node; empty without one
 * @param manualCommands command templates for an operator, with {@code {value}} and {@code {option}}
 * @param defaultFrom how Cassandra derives the default, in words; can be empty
 * @param description effect on throughput, in one sentence
 */
public record KnobDefinition(
        Knob knob,
        Scope scope,
        ChangeCost cost,
        List<CostRule> rules,
        StartupBinding start,
        Optional<LiveBinding> live,
        List<String> manualCommands,
        String defaultFrom,
        String description) {

    public KnobDefinition {
        rules = List.copyOf(rules);
        manualCommands = List.copyOf(manualCommands);
    }

    public String name() {
        return knob.name();
    }

    /** The cost of the change between two codes; {@link ChangeCost#INSTANT} if they are equal. */
    public ChangeCost costOf(double from, double to) {
        if (from == to) {
            return ChangeCost.INSTANT;
        }
        return rules.stream()
                .filter(rule -> rule.matches(from, to))
                .map(CostRule::cost)
                .findFirst()
                .orElse(cost);
    }

    /**
     * The cassandra.yaml lines of this value, key to Long, Double, Boolean, String or a map of such; empty for other bindings.
     *
     * @throws IllegalArgumentException if the code is invalid
     */
    public Map<String, Object> cassandraYaml(double code) {
        Object value = knob.value(code);
        return start instanceof StartupBinding.Yaml yaml ? yaml.lines(value, text(code)) : Map.of();
    }

    /** Whether a running node takes a new value; otherwise it is set at start only. */
    public boolean isLive() {
        return live.isPresent() || parameter().isPresent();
    }

    /** The parameter of Redis that holds the value; empty on Cassandra. */
    public Optional<String> parameter() {
        return start instanceof StartupBinding.Config config ? Optional.of(config.parameter()) : Optional.empty();
    }

    /**
     * The values that a running node reports for this value, setting to text: in {@code system_views.settings}, or by CONFIG GET.
     *
     * @throws IllegalArgumentException if the code is invalid
     */
    public Map<String, String> settings(double code) {
        String value = String.valueOf(knob.value(code));
        if (start instanceof StartupBinding.Config config) {
            return Map.of(config.parameter(), text(code));
        }
        if (start instanceof StartupBinding.Yaml yaml && yaml.shown().containsKey(value)) {
            return yaml.shown().get(value);
        }
        Map<String, String> settings = new TreeMap<>();
        cassandraYaml(code).forEach((key, line) -> settings.put(key, String.valueOf(line)));
        return settings;
    }

    /**
     * The table option's map for this value, such as {@code {class=..., scaling_parameters=T4}}.
     *
     * @throws IllegalArgumentException if the code is invalid
     */
    public Optional<Map<String, String>> tableOption(double code) {
        Object value = knob.value(code);
        return start instanceof StartupBinding.TableOption option
                ? Optional.of(new TreeMap<>(option.values().get(String.valueOf(value))))
                : Optional.empty();
    }

    /**
     * All table options for this value, option to its map: the knob's own, or those that a cassandra.yaml line requires.
     *
     * @throws IllegalArgumentException if the code is invalid
     */
    public Map<String, Map<String, String>> tableOptions(double code) {
        Object value = knob.value(code);
        if (start instanceof StartupBinding.TableOption option) {
            return Map.of(option.name(), tableOption(code).orElseThrow());
        }
        return start instanceof StartupBinding.Yaml yaml ? yaml.table(value) : Map.of();
    }

    /**
     * Commands for an operator to set this value on a running node; {@code <keyspace>} and {@code <table>} are placeholders.
     *
     * @throws IllegalArgumentException if the code is invalid
     */
    public List<String> commands(double code) {
        String option = tableOption(code).map(KnobDefinition::cql).orElse("");
        return manualCommands.stream()
                .map(template -> template.replace("{value}", liveNumber(code))
                        .replace("{option}", option)
                        .replace("{keyspace}", "<keyspace>")
                        .replace("{table}", "<table>"))
                .toList();
    }

    /** The number of the code in the node's MBeans; the name of a categorical knob's value. */
    public String liveNumber(double code) {
        String value = String.valueOf(knob.value(code));
        Long special = live.map(binding -> binding.special().get(value)).orElse(null);
        return special == null ? text(code) : special.toString();
    }

    /** The text for {@code {value}}: the number, or the name of a categorical knob's value. */
    private String text(double code) {
        return knob instanceof CategoricalKnob categorical
                ? categorical.value(code).toString()
                : KnobNumberFormat.text(code);
    }

    private static String cql(Map<String, String> option) {
        return option.entrySet().stream()
                .map(entry -> "'" + entry.getKey() + "': '" + entry.getValue() + "'")
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
