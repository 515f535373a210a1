package io.rafiki.search;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Prediction;
import java.util.List;

/**
 * The result of a search.
 *
 * @param best a feasible configuration, at least as good as any feasible starting point
 * @param prediction prediction for the best
 * @param evaluations number of evaluated configurations
 * @param bounded predictions of the bounded quantities for the best, in the order of the bounds
 * @param excess largest bound violation of the best, as a share of the limit; 0 if all bounds hold. Above 0 no configuration was found
 *     that satisfies them, and the best has the smallest violation
 * @param refused infeasible starting points
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

    /** Whether all bounds hold. */
    public boolean isWithinBounds() {
        return excess <= 0;
    }
}
