package io.rafiki.knob;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The binding of a knob at the start of a node, at the creation of a table, or on a fresh Redis server. */
public sealed interface StartupBinding {

    /**
     * Lines of cassandra.yaml.
     *
     * @param lines key to template with {@code {value}}; a template can be a map of templates
     * @param special the same for values that need other lines
     * @param shown value to the result in {@code system_views.settings}, setting to text, if that differs from the line itself
     * @param table table options that the value requires; not for values in {@code special}
     */
    record Yaml(
            Map<String, Object> lines,
            Map<String, Map<String, Object>> special,
            Map<String, Map<String, String>> shown,
            Map<String, Map<String, String>> table)
            implements StartupBinding {

        public Yaml {
            lines = Map.copyOf(lines);
            special = Map.copyOf(special);
            shown = Map.copyOf(shown);
            table = Map.copyOf(table);
        }

        /**
         * @param value value as a user writes it
         * @param text text for {@code {value}}
         */
        Map<String, Object> lines(Object value, String text) {
            return filled(special.getOrDefault(String.valueOf(value), lines), text);
        }

        Map<String, Map<String, String>> table(Object value) {
            return special.containsKey(String.valueOf(value)) ? Map.of() : table;
        }

        private static Map<String, Object> filled(Map<?, ?> templates, String text) {
            Map<String, Object> filled = new LinkedHashMap<>();
            new TreeMap<>(templates)
                    .forEach((key, template) -> filled.put(
                            key.toString(),
                            template instanceof Map<?, ?> inner
                                    ? filled(inner, text)
                                    : scalar(template.toString(), text)));
            return filled;
        }

        private static Object scalar(String template, String text) {
            String filled = template.replace("{value}", text);
            if (filled.equals("true") || filled.equals("false")) {
                return Boolean.valueOf(filled);
            }
            if (!template.equals("{value}") || !filled.matches("-?\\d+(\\.\\d+(E-?\\d+)?)?")) {
                return filled;
            }
            return filled.contains(".") ? (Object) Double.valueOf(filled) : (Object) Long.valueOf(filled);
        }
    }

    /**
     * A parameter of Redis, which CONFIG SET changes on a running server.
     *
     * @param parameter name of the parameter
     */
    record Config(String parameter) implements StartupBinding {}

    /**
     * A table option in CREATE TABLE or ALTER TABLE.
     *
     * @param name the option, such as {@code compaction}
     * @param values the option's map for each value of the knob
     */
    record TableOption(String name, Map<String, Map<String, String>> values) implements StartupBinding {

        public TableOption {
            values = Map.copyOf(values);
        }
    }
}
