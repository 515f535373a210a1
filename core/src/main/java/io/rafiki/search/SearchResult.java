package io.rafiki.search;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Prediction;
import java.util.List;

/**
 * What a search found.
 *
 * @param best satisfies all constraints, and is never worse than any starting point that does
 * @param prediction of the best
 * @param evaluations how many configurations the surrogate was asked for
 * @param bounded predictions of the bounded quantities for the best, in the order of the bounds
 * @param excess by how much the best misses the bound that it misses most, as a share of the limit; 0 if all are kept. Above 0 no
 *     configuration was found that keeps them, and the best is the one that misses least
 * @param refused starting points that break a constraint
 */
public record SearchResult(
        Configuration best,
        Prediction prediction,
        long evaluations,
        List<Prediction> bounded,
        double excess,
        List<Configuration> refused) {

    public SearchResult {
        bounded = List.copyOf(bounded);
        refused = List.copyOf(refused);
    }

    /** Whether all bounds are kept. */
    public boolean isWithinBounds() {
        return excess <= 0;
    }
}
