/**
 * Benchmarks that prove the published numbers. They run in a checkout and are not distributed.
 *
 * <p>A benchmark measures Rafiki itself. No model is trained here for use on a node.
 */
package io.rafiki.benchmark;
