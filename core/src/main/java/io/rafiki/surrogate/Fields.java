package io.rafiki.surrogate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The fields of one JSON object, read by name and type.
 *
 * <p>What is missing or of another type is an {@link IllegalArgumentException} whose message says where it stands.
 */
record Fields(JsonNode node, String path) {

    Fields {
        if (!node.isObject()) {
            throw new IllegalArgumentException(path + ": expected an object, found " + shown(node));
        }
    }

    boolean has(String name) {
        return node.hasNonNull(name);
    }

    Set<String> names() {
        Set<String> names = new TreeSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    Fields object(String name) {
        return new Fields(node.path(name), at(name));
    }

    List<Fields> objects(String name) {
        List<Fields> objects = new ArrayList<>();
        for (JsonNode element : array(name)) {
            objects.add(new Fields(element, at(name) + "[" + objects.size() + "]"));
        }
        return objects;
    }

    List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : array(name)) {
            if (!element.isTextual()) {
                throw unexpected(name, "names", element);
            }
            texts.add(element.textValue());
        }
        return texts;
    }

    List<Double> numbers(String name) {
        List<Double> numbers = new ArrayList<>();
        for (JsonNode element : array(name)) {
            if (!element.isNumber()) {
                throw unexpected(name, "numbers", element);
            }
            numbers.add(element.doubleValue());
        }
        return numbers;
    }

    String text(String name) {
        JsonNode value = node.path(name);
        if (!value.isTextual()) {
            throw unexpected(name, "a text", value);
        }
        return value.textValue();
    }

    double number(String name) {
        JsonNode value = node.path(name);
        if (!value.isNumber()) {
            throw unexpected(name, "a number", value);
        }
        return value.doubleValue();
    }

    long integer(String name) {
        JsonNode value = node.path(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw unexpected(name, "a whole number", value);
        }
        return value.longValue();
    }

    boolean bool(String name) {
        JsonNode value = node.path(name);
        if (!value.isBoolean()) {
            throw unexpected(name, "true or false", value);
        }
        return value.booleanValue();
    }

    IllegalArgumentException unexpected(String name, String expected, Object found) {
        return new IllegalArgumentException(at(name) + ": expected " + expected + ", found "
                + (found instanceof JsonNode json ? shown(json) : found));
    }

    private JsonNode array(String name) {
        JsonNode value = node.path(name);
        if (!value.isArray()) {
            throw unexpected(name, "a list", value);
        }
        return value;
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private static String shown(JsonNode found) {
        String text = found.toString();
        return found.isMissingNode() ? "nothing" : text.length() > 60 ? text.substring(0, 60) + "..." : text;
    }
}
