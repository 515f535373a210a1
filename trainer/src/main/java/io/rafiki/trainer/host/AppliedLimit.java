package io.rafiki.trainer.host;

import java.util.Optional;

/**
 * A resource limit of a node, as it was applied.
 *
 * @param amount value of the limit; empty if there is none
 * @param kind how the resource is limited, or why it is not
 */
public record AppliedLimit(Optional<Integer> amount, String kind) {

    /** Prefix of the kind of a limit that was requested and refused. */
    public static final String REFUSED = "none: ";

    /** No limit was requested. */
    public static final AppliedLimit NONE = new AppliedLimit(Optional.empty(), "none asked for");

    /** A limit that was requested and refused. */
    public static AppliedLimit refused(String why) {
        return new AppliedLimit(Optional.empty(), REFUSED + why);
    }
}
