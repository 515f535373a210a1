package io.rafiki.trainer.scenario.simulation;

/**
 * Threads that serve one kind of operation, each of them busy for the whole of one.
 *
 * @param threads in the pool
 * @param cpuSeconds an operation spends on a processor
 * @param waitSeconds an operation holds its thread without a processor: disk, commit log, locks
 */
record QueueingStation(double threads, double cpuSeconds, double waitSeconds) {

    /** The pool never fills up to its last thread. */
    private static final double FULL = 0.98;

    double serviceSeconds() {
        return cpuSeconds + waitSeconds;
    }

    /** Operations a second that the threads can serve. */
    double capacity() {
        return FULL * threads / serviceSeconds();
    }

    /**
     * Mean time that an operation takes under a load: service, and the wait of an M/M/c queue by Sakasegawa's approximation
     * (1977), {@code s rho^(sqrt(2(c+1))-1) / (c (1-rho))}.
     */
    double responseSeconds(double operationsPerSecond) {
        double busy = Math.min(FULL, operationsPerSecond * serviceSeconds() / threads);
        double queue = Math.pow(busy, Math.sqrt(2 * (threads + 1)) - 1) / (threads * (1 - busy));
        return serviceSeconds() * (1 + queue);
    }
}
