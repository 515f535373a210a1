package io.rafiki.decision;

import java.time.Instant;
import java.util.List;

/**
 * The times of the tuner's changes. They reach back further than any budget.
 *
 * @param changes times of all changes
 * @param rewritings times of the changes that rewrite data
 */
public record ChangeCounts(List<Instant> changes, List<Instant> rewritings) {

    public static final ChangeCounts NOTHING = new ChangeCounts(List.of(), List.of());

    public ChangeCounts {
        changes = List.copyOf(changes);
        rewritings = List.copyOf(rewritings);
    }
}
