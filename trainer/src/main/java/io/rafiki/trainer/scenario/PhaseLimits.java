package io.rafiki.trainer.scenario;

import io.rafiki.trainer.trial.Stationarity;

/**
 * Limits of phases that end by the state of the node. All are in seconds.
 *
 * @param minWarmUp earliest end of the warm-up
 * @param maxWarmUp latest end of the warm-up
 * @param decision time after a step of the read ratio in which the tuner decides
 * @param measured length of the measured part of each phase
 * @param longest time of all phases together
 */
record PhaseLimits(int minWarmUp, int maxWarmUp, int decision, int measured, int longest) {

    /** Shortest length of a phase: the decision, the seconds that show that throughput is stationary, and the measured part. */
    int shortestPhase() {
        return decision + Stationarity.SHOWN_BY + measured;
    }
}
