package io.rafiki.knob;

import java.util.LinkedHashMap;
import java.util.Map;

/** How a knob is given its value before the node (or the table) begins. */
public sealed interface Start {

    /**
     * Lines of cassandra.yaml.
     *
     * @param lines key to template, in which {@code {value}} stands for the number
     * @param special the same for special values that need other lines
     */
    record Yaml(Map<String, String> lines, Map<String, Map<String, String>> special) implements Start {

        public Yaml {
            lines = Map.copyOf(lines);
            special = Map.copyOf(special);
        }

        Map<String, Object> lines(Object value, String number) {
            Map<String, Object> filled = new LinkedHashMap<>();
            special.getOrDefault(String.valueOf(value), lines).entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(line -> filled.put(line.getKey(), filled(line.getValue(), number)));
            return filled;
        }

        private static Object filled(String template, String number) {
            return switch (template) {
                case "true" -> true;
                case "false" -> false;
                case "{value}" ->
                    number.contains(".") ? (Object) Double.valueOf(number) : (Object) Long.valueOf(number);
                default -> template.replace("{value}", number);
            };
        }
    }

    /**
     * A table option in CREATE TABLE or ALTER TABLE.
     *
     * @param name the option, such as {@code compaction}
     * @param values the option's map for each value of the knob
     */
    record TableOption(String name, Map<String, Map<String, String>> values) implements Start {

        public TableOption {
            values = Map.copyOf(values);
        }
    }
}
