package io.rafiki.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A mapping in a YAML file with typed accessors: the whole file, or a mapping inside it.
 *
 * <p>A missing key equals a key without a value: accessors with a fallback return it, the others throw. All accessors throw {@link
 * ConfigException} with file, line and key for an invalid value. Call {@link #allow} first, so that a misspelt key is reported as unknown
 * and not as missing.
 */
public final class YamlSection {

    private final String file;
    private final String path;
    private final YamlNode.Mapping mapping;

    private YamlSection(String file, String path, YamlNode.Mapping mapping) {
        this.file = file;
        this.path = path;
        this.mapping = mapping;
    }

    /** Reads a whole file in UTF-8. */
    public static YamlSection read(Path file) throws ConfigException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException absent) {
            throw new ConfigException(file.toString(), 0, "expected a file, found none. Check the path.");
        } catch (IOException refused) {
            throw new ConfigException(file.toString(), 0, "cannot be read: " + refused);
        }
        return parse(file.toString(), text(file.toString(), bytes));
    }

    private static String text(String file, byte[] bytes) throws ConfigException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        if (StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError()) {
            int line = 1;
            for (int i = 0; i < in.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw new ConfigException(file, line, "expected UTF-8 text, found other bytes. Save the file as UTF-8.");
        }
        return out.flip().toString();
    }

    /** Parses a whole text; messages name it {@code file}. */
    public static YamlSection parse(String file, String text) throws ConfigException {
        return new YamlSection(file, "", YamlDocument.parse(file, text));
    }

    /** Rejects every other key. */
    public void allow(String... keys) throws ConfigException {
        List<String> valid = Arrays.asList(keys);
        for (Map.Entry<String, Integer> key : mapping.keyLines().entrySet()) {
            if (!valid.contains(key.getKey())) {
                throw new ConfigException(
                        file,
                        key.getValue(),
                        named(key.getKey()) + ": unknown key. " + SpellingSuggestion.advice(key.getKey(), valid));
            }
        }
    }

    /** The keys in file order, including those without a value. */
    public List<String> keys() {
        return List.copyOf(mapping.values().keySet());
    }

    /** Whether the key has a value. */
    public boolean has(String key) {
        return value(key) != null;
    }

    /** The line of the key, or of the section if the key is missing. */
    public int line(String key) {
        return mapping.keyLines().getOrDefault(key, mapping.line());
    }

    public String file() {
        return file;
    }

    public String text(String key) throws ConfigException {
        return scalar(key, "a text");
    }

    public String text(String key, String fallback) throws ConfigException {
        return has(key) ? text(key) : fallback;
    }

    public Optional<String> optionalText(String key) throws ConfigException {
        return has(key) ? Optional.of(text(key)) : Optional.empty();
    }

    /** A path; a relative one starts at the folder. */
    public Optional<Path> optionalPath(String key, Path folder) throws ConfigException {
        if (!has(key)) {
            return Optional.empty();
        }
        try {
            return Optional.of(folder.resolve(text(key)));
        } catch (InvalidPathException unusable) {
            throw refused(
                    key,
                    "expected a path in the encoding " + System.getProperty("sun.jnu.encoding") + ", found "
                            + unusable.getInput() + ". Start the node with LANG=C.UTF-8, or choose another path.");
        }
    }

    public boolean flag(String key, boolean fallback) throws ConfigException {
        if (!has(key)) {
            return fallback;
        }
        return switch (scalar(key, "true or false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(key, "true or false");
        };
    }

    /** An integer from {@code min} to {@code max}. */
    public long integer(String key, long min, long max) throws ConfigException {
        return parsed(
                key, "a whole number " + min + ".." + max, Long::valueOf, number -> number >= min && number <= max);
    }

    public long integer(String key, long min, long max, long fallback) throws ConfigException {
        return has(key) ? integer(key, min, max) : fallback;
    }

    /** A number from {@code min} to {@code max}, which can be infinite. */
    public double number(String key, double min, double max) throws ConfigException {
        String expected = min == Double.NEGATIVE_INFINITY && max == Double.POSITIVE_INFINITY
                ? "a number"
                : "a number " + min + ".." + max;
        return parsed(key, expected, Double::valueOf, number -> number >= min && number <= max);
    }

    public double number(String key, double min, double max, double fallback) throws ConfigException {
        return has(key) ? number(key, min, max) : fallback;
    }

    private <N> N parsed(String key, String expected, Function<String, N> parser, Predicate<N> range)
            throws ConfigException {
        String text = scalar(key, expected);
        try {
            N number = parser.apply(text);
            if (range.test(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported like a number out of range
        }
        throw wrong(key, expected);
    }

    /** A duration such as {@code 30s}; units ns, us, ms, s, m, h, d. */
    public Duration duration(String key) throws ConfigException {
        String expected = "a duration such as 500ms, 30s or 15m";
        return Units.duration(scalar(key, expected)).orElseThrow(() -> wrong(key, expected));
    }

    public Duration duration(String key, Duration fallback) throws ConfigException {
        return has(key) ? duration(key) : fallback;
    }

    /** A data size such as {@code 64MiB}, in bytes; units B, KiB, MiB, GiB, TiB. */
    public long bytes(String key) throws ConfigException {
        String expected = "a data size such as 512KiB, 64MiB or 2GiB";
        return Units.bytes(scalar(key, expected)).orElseThrow(() -> wrong(key, expected));
    }

    public long bytes(String key, long fallback) throws ConfigException {
        return has(key) ? bytes(key) : fallback;
    }

    /** An enum constant in lower case. */
    public <E extends Enum<E>> E choice(String key, Class<E> type) throws ConfigException {
        return constant(key, scalar(key, "one of " + String.join(", ", names(type))), type);
    }

    public <E extends Enum<E>> E choice(String key, Class<E> type, E fallback) throws ConfigException {
        return has(key) ? choice(key, type) : fallback;
    }

    /** A list of enum constants in lower case. */
    public <E extends Enum<E>> List<E> choices(String key, Class<E> type, List<E> fallback) throws ConfigException {
        if (!has(key)) {
            return fallback;
        }
        List<E> constants = new ArrayList<>();
        for (String text : texts(key)) {
            constants.add(constant(key, text, type));
        }
        return constants;
    }

    /** A list of texts; a single text is a list of one. */
    public List<String> texts(String key) throws ConfigException {
        YamlNode value = required(key, "a list");
        if (value instanceof YamlNode.Scalar scalar) {
            return List.of(scalar.text());
        }
        List<String> texts = new ArrayList<>();
        for (YamlNode item : items(key, value)) {
            if (!(item instanceof YamlNode.Scalar scalar) || scalar.text() == null) {
                throw new ConfigException(
                        file,
                        item.line(),
                        named(key) + ": expected a list of texts, found " + item.shown() + " in it.");
            }
            texts.add(scalar.text());
        }
        return List.copyOf(texts);
    }

    public List<String> texts(String key, List<String> fallback) throws ConfigException {
        return has(key) ? texts(key) : fallback;
    }

    /** A mapping from text to text, in file order. */
    public Map<String, String> textMap(String key) throws ConfigException {
        YamlSection section = section(key);
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : section.keys()) {
            texts.put(name, section.text(name));
        }
        return texts;
    }

    public YamlSection section(String key) throws ConfigException {
        if (required(key, "keys and values") instanceof YamlNode.Mapping inner) {
            return new YamlSection(file, named(key), inner);
        }
        throw wrong(key, "keys and values");
    }

    public Optional<YamlSection> optionalSection(String key) throws ConfigException {
        return has(key) ? Optional.of(section(key)) : Optional.empty();
    }

    /** A list of mappings; empty if the key is missing. */
    public List<YamlSection> sections(String key) throws ConfigException {
        if (!has(key)) {
            return List.of();
        }
        List<YamlSection> sections = new ArrayList<>();
        for (YamlNode item : items(key, value(key))) {
            if (!(item instanceof YamlNode.Mapping inner)) {
                throw new ConfigException(
                        file,
                        item.line(),
                        named(key) + ": expected a list of mappings, found " + item.shown() + " in it.");
            }
            sections.add(new YamlSection(file, named(key) + "[" + sections.size() + "]", inner));
        }
        return List.copyOf(sections);
    }

    /** Whether the key's value is a mapping. */
    public boolean isSection(String key) {
        return value(key) instanceof YamlNode.Mapping;
    }

    /** An error about the key's value: {@code expected <expected>, found <value>.} */
    public ConfigException wrong(String key, String expected) {
        YamlNode value = mapping.values().get(key);
        String found = value == null ? "nothing" : value.shown();
        return refused(key, "expected " + expected + ", found " + found + ".");
    }

    /** An error about the key with the given text. */
    public ConfigException refused(String key, String problem) {
        YamlNode value = mapping.values().get(key);
        int line = value instanceof YamlNode.Scalar ? value.line() : line(key);
        return new ConfigException(file, line, named(key) + ": " + problem);
    }

    private <E extends Enum<E>> E constant(String key, String text, Class<E> type) throws ConfigException {
        for (E constant : type.getEnumConstants()) {
            if (constant instanceof Renamed renamed && renamed.formerName().equals(Optional.of(text))) {
                return constant;
            }
        }
        List<String> names = names(type);
        if (!names.contains(text)) {
            throw refused(
                    key,
                    "expected one of " + String.join(", ", names) + ", found " + YamlNode.shortened(text) + "."
                            + SpellingSuggestion.to(text, names)
                                    .map(near -> " Did you mean " + near + "?")
                                    .orElse(""));
        }
        return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    }

    private static <E extends Enum<E>> List<String> names(Class<E> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private List<YamlNode> items(String key, YamlNode value) throws ConfigException {
        if (value instanceof YamlNode.Sequence sequence) {
            return sequence.items();
        }
        throw wrong(key, "a list");
    }

    private String scalar(String key, String expected) throws ConfigException {
        if (required(key, expected) instanceof YamlNode.Scalar scalar) {
            return scalar.text();
        }
        throw wrong(key, expected);
    }

    private YamlNode required(String key, String expected) throws ConfigException {
        YamlNode value = value(key);
        if (value == null) {
            throw refused(key, "expected " + expected + ", found nothing. Add it.");
        }
        return value;
    }

    /** The key's value; null without one. */
    private YamlNode value(String key) {
        YamlNode value = mapping.values().get(key);
        return value instanceof YamlNode.Scalar scalar && scalar.text() == null ? null : value;
    }

    private String named(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
