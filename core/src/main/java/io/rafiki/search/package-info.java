/**
 * The search for the configuration with the best predicted lower bound.
 *
 * <p>It depends on surrogates and knob spaces only. The decision whether to apply the result is in {@code decision}.
 */
package io.rafiki.search;
