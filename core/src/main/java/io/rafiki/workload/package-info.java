/**
 * What clients do: counters of the user tables, windows of count deltas, and the test that tells a change from noise.
 *
 * <p>Pure arithmetic: time and counters are passed in, nothing here reads a clock or a node.
 */
package io.rafiki.workload;
