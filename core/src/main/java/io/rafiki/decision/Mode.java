package io.rafiki.decision;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How far the tuner may go by itself. Nothing is written to the node in {@link #OBSERVE} and {@link #ADVISE}. */
public enum Mode {
    /** Senses and shows the workload; proposes nothing by itself. */
    OBSERVE,
    /** Proposes; a human sets the values by other means. */
    ADVISE,
    /** Proposes; a human says {@code apply}. */
    APPROVE,
    /** Applies under the guards. */
    AUTO;

    /**
     * The mode of that name, in any case.
     *
     * @throws IllegalArgumentException naming the modes, if there is none
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
