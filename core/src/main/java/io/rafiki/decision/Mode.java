package io.rafiki.decision;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The permissions of the tuner. In {@link #OBSERVE} and {@link #ADVISE} it applies no configuration. */
public enum Mode {
    /** Measures and shows the workload. Proposes a configuration only if an operator asks for it. */
    OBSERVE,
    /** Proposes configurations. An operator can set the values by other means. */
    ADVISE,
    /** Proposes configurations. An operator applies them with {@code apply}. */
    APPROVE,
    /** Applies configurations that pass the guardrails. */
    AUTO;

    /** Whether the tuner may change the node, by itself or for an operator. */
    public boolean permitsChanges() {
        return this == APPROVE || this == AUTO;
    }

    /**
     * Parses a name, ignoring case.
     *
     * @throws IllegalArgumentException if no mode has this name; the message lists the modes
     */
    public static Mode parse(String name) {
        for (Mode mode : values()) {
            if (mode.toString().equals(name == null ? "" : name.toLowerCase(Locale.ROOT))) {
                return mode;
            }
        }
        throw new IllegalArgumentException("mode: expected one of "
                + Arrays.stream(values()).map(Mode::toString).collect(Collectors.joining(", ")) + "; found " + name);
    }

    /** The name as users write it: {@code auto}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
