/**
 * Demo, replay and simulation: presets of one runner that drives a workload over time and compares variants.
 */
package io.rafiki.trainer.scenario;
