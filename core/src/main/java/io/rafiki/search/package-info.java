/**
 * The search for the configuration that a surrogate likes best.
 *
 * <p>It knows surrogates and knob spaces only: whether the found configuration is worth applying is for the decision.
 */
package io.rafiki.search;
