/**
 * A node and its clients made of arithmetic, to rehearse what the tuner would do: a trace of a workload, a load that scatters about
 * it, a node with queues and compactions, and faults.
 *
 * <p>Pure: time is the trace's, chance comes from a seed. What a simulated node serves is plausible, not measured; no model is
 * trained on it.
 */
package io.rafiki.simulation;
