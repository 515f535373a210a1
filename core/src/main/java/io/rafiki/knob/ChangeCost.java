package io.rafiki.knob;

import io.rafiki.config.Renamed;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The effort until a changed knob has its full effect, in ascending order. */
public enum ChangeCost implements Renamed {
    /** Effective at once, and reversible at once. */
    INSTANT,
    /** Effective for data that is written, flushed or compacted from now on; existing data stays unchanged. */
    NEW_DATA,
    /** The node rewrites most of the table in the background. */
    REWRITES_DATA,
    /** Effective only after a restart of the node. */
    NEXT_START;

    /**
     * Parses a name as users write it, such as {@code rewrites_data}.
     *
     * @throws IllegalArgumentException if no cost has this name; the message lists the costs
     */
    public static ChangeCost parse(String name) {
        String text = name.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(cost -> cost.label().equals(text) || cost.formerName().equals(Optional.of(text)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("change cost: expected one of "
                        + Arrays.stream(values()).map(ChangeCost::label).collect(Collectors.joining(", ")) + "; found "
                        + name));
    }

    /** The name as users write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public Optional<String> formerName() {
        return this == NEW_DATA ? Optional.of("new_sstables") : Optional.empty();
    }
}
