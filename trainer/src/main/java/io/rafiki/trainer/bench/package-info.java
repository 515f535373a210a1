/**
 * Benchmarks that prove the numbers the project holds itself to, and the synthetic response surfaces that they run on.
 *
 * <p>Nothing here is a measurement of a node, and no model is shipped that was trained on it.
 */
package io.rafiki.trainer.bench;
