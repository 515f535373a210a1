/**
 * Knobs, the space they span, configurations in it, and the catalogue that declares them.
 *
 * <p>Names and bindings of knobs are data in this package. Access to nodes is in {@code node}.
 */
package io.rafiki.knob;
