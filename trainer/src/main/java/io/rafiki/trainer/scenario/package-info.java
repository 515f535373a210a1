/**
 * Scenarios: a schedule of read ratios that variants of a node follow, with one result for demo, replay and simulation.
 *
 * <p>Simulated nodes are in {@code simulation}. Pages and text are in {@code trainer.report}.
 */
package io.rafiki.trainer.scenario;
