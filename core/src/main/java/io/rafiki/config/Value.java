package io.rafiki.config;

import java.util.List;
import java.util.Map;

/** A piece of a YAML file, with the line on which it begins (counted from 1). */
sealed interface Value {

    int line();

    /** The value in a few words, for messages. */
    String shown();

    /** A single value as text; {@code text} is null for YAML's null. */
    record Scalar(int line, String text) implements Value {

        @Override
        public String shown() {
            return text == null ? "nothing" : Value.shortened(text);
        }
    }

    /** A list. */
    record Sequence(int line, List<Value> items) implements Value {

        @Override
        public String shown() {
            return items.isEmpty() ? "an empty list" : "a list";
        }
    }

    /** Keys and values in the order of the file, with the line of each key. */
    record Mapping(int line, Map<String, Value> values, Map<String, Integer> keyLines) implements Value {

        @Override
        public String shown() {
            return values.isEmpty() ? "an empty mapping" : "a mapping";
        }
    }

    /** The text, cut where a message would become unreadable. */
    static String shortened(String text) {
        if (text.isEmpty()) {
            return "an empty text";
        }
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }
}
