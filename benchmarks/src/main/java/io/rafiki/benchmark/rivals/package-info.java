/**
 * Tuners side by side: on response surfaces, where models of recorded trials stand for the node and a comparison with many seeds takes an
 * hour, and on real nodes.
 */
package io.rafiki.benchmark.rivals;
