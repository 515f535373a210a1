/**
 * A simulated node and its clients: a trace of a workload, a load with seeded scatter, queues, compactions and faults. The control loop
 * of the agent runs on it unchanged.
 *
 * <p>Time is the trace's time, and randomness has a seed. The simulated throughput is plausible but not measured; no model is trained
 * on it.
 */
package io.rafiki.trainer.scenario.simulation;
