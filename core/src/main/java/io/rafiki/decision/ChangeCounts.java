package io.rafiki.decision;

import java.time.Instant;
import java.util.List;

/**
 * The moments of our changes, as far back as any budget looks and farther.
 *
 * @param changes all of them
 * @param rewritings those that had data rewritten
 */
public record ChangeCounts(List<Instant> changes, List<Instant> rewritings) {

    /** Nothing was changed yet. */
    public static final ChangeCounts NOTHING = new ChangeCounts(List.of(), List.of());

    public ChangeCounts {
        changes = List.copyOf(changes);
        rewritings = List.copyOf(rewritings);
    }
}
