package io.rafiki.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** One YAML document as {@link YamlNode}s. Every scalar keeps its original text, every value its line. */
final class YamlDocument {

    private static final YAMLFactory YAML = new YAMLFactory();
    private static final YamlNode.Mapping EMPTY = new YamlNode.Mapping(1, Map.of(), Map.of());

    private final String file;
    private final YAMLParser parser;

    private YamlDocument(String file, YAMLParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /** @throws ConfigException if the text is not a single YAML document with a mapping at the top; an empty text is an empty mapping */
    static YamlNode.Mapping parse(String file, String text) throws ConfigException {
        try (YAMLParser parser = YAML.createParser(text)) {
            return new YamlDocument(file, parser).document();
        } catch (JacksonException refused) {
            throw malformed(file, refused);
        } catch (YAMLException refused) {
            throw malformed(file, refused, 0);
        } catch (IOException refused) {
            throw new ConfigException(file, 0, "cannot be read: " + refused.getMessage());
        }
    }

    private YamlNode.Mapping document() throws IOException, ConfigException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            return EMPTY;
        }
        YamlNode top = value(first);
        if (parser.nextToken() != null) {
            throw new ConfigException(file, line(), "expected one YAML document, found a second. Remove it.");
        }
        if (first == JsonToken.VALUE_NULL) {
            return EMPTY;
        }
        if (top instanceof YamlNode.Mapping mapping) {
            return mapping;
        }
        throw new ConfigException(
                file,
                top.line(),
                "expected keys and values, found " + top.shown() + ". Write lines such as key: value.");
    }

    private YamlNode value(JsonToken token) throws IOException, ConfigException {
        int line = line();
        if (parser.isCurrentAlias()) {
            throw new ConfigException(
                    file, line, "expected a value, found the alias *" + parser.getText() + ". Write the value out.");
        }
        return switch (token) {
            case START_OBJECT -> mapping(line);
            case START_ARRAY -> sequence(line);
            case VALUE_NULL -> new YamlNode.Scalar(line, null);
            default -> new YamlNode.Scalar(line, parser.getText());
        };
    }

    private YamlNode.Mapping mapping(int line) throws IOException, ConfigException {
        Map<String, YamlNode> values = new LinkedHashMap<>();
        Map<String, Integer> keyLines = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            int keyLine = line();
            if (keyLines.containsKey(key)) {
                throw new ConfigException(
                        file, keyLine, key + ": stands on line " + keyLines.get(key) + " already. Remove one of them.");
            }
            keyLines.put(key, keyLine);
            values.put(key, value(parser.nextToken()));
        }
        return new YamlNode.Mapping(line, Collections.unmodifiableMap(values), Collections.unmodifiableMap(keyLines));
    }

    private YamlNode.Sequence sequence(int line) throws IOException, ConfigException {
        List<YamlNode> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(value(token));
        }
        return new YamlNode.Sequence(line, Collections.unmodifiableList(items));
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    private static ConfigException malformed(String file, JacksonException refused) {
        int line = refused.getLocation() == null ? 0 : refused.getLocation().getLineNr();
        Throwable cause = refused.getCause();
        if (cause instanceof YAMLException yaml) {
            return malformed(file, yaml, line);
        }
        return new ConfigException(file, line, "expected YAML, found a fault: " + refused.getOriginalMessage());
    }

    private static ConfigException malformed(String file, YAMLException refused, int line) {
        if (refused instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            return new ConfigException(
                    file,
                    marked.getProblemMark().getLine() + 1,
                    "expected YAML, found a fault: " + marked.getProblem() + ". Check indentation, colons and quotes.");
        }
        return new ConfigException(file, line, "expected YAML, found a fault: " + refused.getMessage());
    }
}
