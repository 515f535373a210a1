/**
 * Tuners side by side on response surfaces: models of recorded trials stand for the node, so a comparison with many seeds takes an hour
 * instead of weeks.
 */
package io.rafiki.benchmark.rivals;
