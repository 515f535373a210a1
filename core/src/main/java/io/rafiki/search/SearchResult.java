package io.rafiki.search;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Prediction;

/**
 * What a search found.
 *
 * @param best never worse, by its lower bound, than any of the starting points
 * @param prediction of the best
 * @param evaluations how many configurations the surrogate was asked for
 */
public record SearchResult(Configuration best, Prediction prediction, long evaluations) {}
