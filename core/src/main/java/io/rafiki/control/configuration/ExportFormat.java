package io.rafiki.control.configuration;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The forms of an exported configuration. */
public enum ExportFormat {
    /** CQL statements for the table options. */
    ALTER("alter"),
    /** Commands for the knobs that nodetool can set. */
    NODETOOL("nodetool"),
    /** Lines of cassandra.yaml. */
    CASSANDRA_YAML("cassandra.yaml"),
    /** Everything, for programs. */
    JSON("json");

    private final String text;

    ExportFormat(String text) {
        this.text = text;
    }

    /**
     * The format of a name as {@link #toString} returns it.
     *
     * @throws IllegalArgumentException with the names, if it is none
     */
    public static ExportFormat parse(String name) {
        return Arrays.stream(values())
                .filter(format -> format.text.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("format: expected one of "
                        + Arrays.stream(values()).map(ExportFormat::toString).collect(Collectors.joining(", "))
                        + "; found " + name));
    }

    /** {@code cassandra.yaml}. */
    @Override
    public String toString() {
        return text;
    }
}
