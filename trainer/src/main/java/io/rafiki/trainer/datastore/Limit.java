package io.rafiki.trainer.datastore;

import java.util.Optional;

/**
 * A limit on what a node may use of the machine, as it was got.
 *
 * @param amount of it; empty if there is none
 * @param kind for the record: how it is limited, or why it is not
 */
public record Limit(Optional<Integer> amount, String kind) {

    /** How the kind of one begins that was wanted, and refused. */
    public static final String REFUSED = "none: ";

    /** That nobody wanted one. */
    static final Limit NONE = new Limit(Optional.empty(), "none asked for");

    /** That one was wanted, and refused. */
    static Limit refused(String why) {
        return new Limit(Optional.empty(), REFUSED + why);
    }
}
