/**
 * The clients' workload: counters of the user tables, windows of count differences, and the tests that separate a change from noise.
 *
 * <p>Pure arithmetic. Time and counters are parameters; no class reads a clock or a node.
 */
package io.rafiki.workload;
