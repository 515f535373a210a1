package io.rafiki.search;

import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;

/** Finds the configuration with the greatest lower confidence bound of the predicted throughput. */
public interface Search {

    /**
     * Searches on the caller's thread.
     *
     * @param surrogate predicts configurations; confined to this thread
     * @param workload that the configuration is for
     * @param where searched space and its parameters
     * @param seed equal seeds give equal results
     */
    SearchResult search(Surrogate surrogate, Workload workload, SearchSpace where, long seed);
}
