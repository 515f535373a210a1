package io.rafiki.search;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Prediction;

/**
 * The result of a search.
 *
 * @param best a feasible configuration, at least as good as any feasible starting point; if none satisfies the bounds, the one with the
 *     smallest violation
 * @param prediction prediction for the best
 * @param evaluations number of evaluated configurations
 */
public record SearchResult(Configuration best, Prediction prediction, long evaluations) {}
