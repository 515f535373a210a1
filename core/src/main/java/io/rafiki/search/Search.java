package io.rafiki.search;

import io.rafiki.surrogate.Surrogate;

/** Finds the configuration with the greatest lower confidence bound of the predicted throughput. */
public interface Search {

    /**
     * Searches on the caller's thread.
     *
     * @param surrogate asked for predictions; confined to this thread
     * @param readRatio share of reads among all operations, 0 to 1
     * @param where what may be searched and how
     * @param seed the same seed gives the same result
     */
    SearchResult search(Surrogate surrogate, double readRatio, SearchSpace where, long seed);
}
