/**
 * Benchmarks behind the published figures. They run in a checkout and are not distributed.
 *
 * <p>Each package measures one part. A benchmark measures Rafiki itself. It trains no model for use on a node.
 */
package io.rafiki.benchmark;
