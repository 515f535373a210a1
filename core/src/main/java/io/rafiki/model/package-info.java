/**
 * The model bundle on disk: manifest, codec, seal and provenance. Prediction itself is in {@code io.rafiki.surrogate}.
 */
package io.rafiki.model;
