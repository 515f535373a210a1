package io.rafiki.workload;

/** Reads the operation counters of a node's user tables; one call is one sample. */
@FunctionalInterface
public interface CounterSource {

    /**
     * The present counters. Called once per second from one thread; takes well under a millisecond with 50 tables.
     *
     * @throws RuntimeException if the node cannot be read; the tick counts it, and a gap of several samples makes the window invalid
     */
    CounterSample sample();
}
