package io.rafiki.trainer.host;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A resource limit of a node, as it was applied.
 *
 * @param amount value of the limit; empty if there is none
 * @param kind how the resource is limited, or why it is not
 */
public record AppliedLimit(Optional<Integer> amount, String kind) {

    /** Prefix of the kind of a limit that was requested and refused. */
    private static final String REFUSED = "none: ";

    /** No limit was requested. */
    public static final AppliedLimit NONE = new AppliedLimit(Optional.empty(), "none asked for");

    /** A limit that was requested and refused. */
    public static AppliedLimit refused(String why) {
        return new AppliedLimit(Optional.empty(), REFUSED + why);
    }

    /**
     * A line for each limit of a node that was requested and refused.
     *
     * @param memory kind of the memory limit; each kind is null if it was not recorded
     * @param reads kind of the limit of disk reads
     * @param cpu kind of the limit of processor time
     * @param readAhead kind of the read-ahead
     */
    public static List<String> refusals(String memory, String reads, String cpu, String readAhead) {
        return Stream.of(
                        refusal("memory limit", memory),
                        refusal("limit of disk reads", reads),
                        refusal("limit of processor time", cpu),
                        refusal("read-ahead", readAhead))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<String> refusal(String what, String kind) {
        return Optional.ofNullable(kind)
                .filter(text -> text.startsWith(REFUSED))
                .map(text ->
                        "the node's " + what + " could not be set as planned: " + text.substring(REFUSED.length()));
    }
}
