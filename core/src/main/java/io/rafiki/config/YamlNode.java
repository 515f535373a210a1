package io.rafiki.config;

import java.util.List;
import java.util.Map;

/** A YAML node with the line of its start (from 1). */
sealed interface YamlNode {

    int line();

    /** The value in short form, for messages. */
    String shown();

    /** A single value as text; {@code text} is null for YAML's null. */
    record Scalar(int line, String text) implements YamlNode {

        @Override
        public String shown() {
            return text == null ? "nothing" : YamlNode.shortened(text);
        }
    }

    /** A list. */
    record Sequence(int line, List<YamlNode> items) implements YamlNode {

        @Override
        public String shown() {
            return items.isEmpty() ? "an empty list" : "a list";
        }
    }

    /** Keys and values in file order, with the line of each key. */
    record Mapping(int line, Map<String, YamlNode> values, Map<String, Integer> keyLines) implements YamlNode {

        @Override
        public String shown() {
            return values.isEmpty() ? "an empty mapping" : "a mapping";
        }
    }

    /** The text, shortened for messages. */
    static String shortened(String text) {
        if (text.isEmpty()) {
            return "an empty text";
        }
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }
}
