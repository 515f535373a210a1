package io.rafiki.decision;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The times of the tuner's changes. They reach back further than any budget.
 *
 * @param changes times of all changes
 * @param rewritings times of the changes that rewrite data
 */
public record ChangeCounts(List<Instant> changes, List<Instant> rewritings) {

    /** The largest budget. */
    private static final int MOST = 1_000;

    public static final ChangeCounts NOTHING = new ChangeCounts(List.of(), List.of());

    public ChangeCounts {
        changes = List.copyOf(changes);
        rewritings = List.copyOf(rewritings);
    }

    /**
     * With a further change.
     *
     * @param rewrites whether it rewrites data
     */
    public ChangeCounts plus(boolean rewrites, Instant at) {
        return new ChangeCounts(with(changes, at), rewrites ? with(rewritings, at) : rewritings);
    }

    /** With earlier changes. */
    public ChangeCounts after(ChangeCounts past) {
        return new ChangeCounts(
                Stream.concat(past.changes.stream(), changes.stream()).toList(),
                Stream.concat(past.rewritings.stream(), rewritings.stream()).toList());
    }

    /** Limited by number and not by age, so that a clock with a wrong time discards nothing. */
    private static List<Instant> with(List<Instant> moments, Instant at) {
        return Stream.concat(moments.stream().skip(Math.max(0, moments.size() - MOST + 1)), Stream.of(at))
                .toList();
    }
}
