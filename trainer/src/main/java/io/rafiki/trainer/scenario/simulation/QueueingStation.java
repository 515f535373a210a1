package io.rafiki.trainer.scenario.simulation;

/**
 * A pool of threads that serves one kind of operation. An operation occupies its thread until it ends.
 *
 * @param threads in the pool
 * @param cpuSeconds processor time of an operation
 * @param waitSeconds time of an operation without a processor: disk, commit log, locks
 */
record QueueingStation(double threads, double cpuSeconds, double waitSeconds) {

    /** Greatest utilisation. */
    private static final double FULL = 0.98;

    double serviceSeconds() {
        return cpuSeconds + waitSeconds;
    }

    /** Operations per second that the threads can serve. */
    double capacity() {
        return FULL * threads / serviceSeconds();
    }

    /**
     * Mean response time under a load: service time and the waiting time of an M/M/c queue by Sakasegawa's approximation
     * (1977), {@code s rho^(sqrt(2(c+1))-1) / (c (1-rho))}.
     */
    double responseSeconds(double operationsPerSecond) {
        double busy = Math.min(FULL, operationsPerSecond * serviceSeconds() / threads);
        double queue = Math.pow(busy, Math.sqrt(2 * (threads + 1)) - 1) / (threads * (1 - busy));
        return serviceSeconds() * (1 + queue);
    }
}
