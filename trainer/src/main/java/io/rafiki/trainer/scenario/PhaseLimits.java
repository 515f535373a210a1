package io.rafiki.trainer.scenario;

import io.rafiki.trainer.trial.Stationarity;

/**
 * Limits of runs whose phases end by the state of the node. All are in seconds.
 *
 * @param minWarmUp earliest end of the warm-up
 * @param maxWarmUp latest end of the warm-up
 * @param decision time after a step of the read ratio in which the tuner decides
 * @param measured length of the measured part of each phase
 * @param pair time of the first tuned run of three phases and its baseline run, with the starts of their nodes
 * @param total time of all runs, with the load of the rows; further pairs follow while they end in time
 */
record PhaseLimits(int minWarmUp, int maxWarmUp, int decision, int measured, int pair, int total) {

    /** Seconds between two measured parts without a wait: the counts of the first arrive, and the client notices the step. */
    private static final int GAP = 4;

    /** Phases for which the time of a pair is meant. */
    private static final int USUAL_PHASES = 3;

    /** Shortest length of a phase: the decision, the seconds that show that throughput is stationary, and the measured part. */
    int shortestPhase() {
        return decision + Stationarity.SHOWN_BY + measured;
    }

    /**
     * Longest time of all phases together. It leaves the same time for the other run of the pair, but at least measures each phase.
     *
     * @param phases number of phases
     * @param start seconds until the node was ready
     */
    int longest(int phases, double start) {
        int further = Math.max(0, phases - USUAL_PHASES) * shortestPhase();
        return Math.max(maxWarmUp + phases * (measured + GAP), (int) (pair / 2.0 - start) + further);
    }
}
