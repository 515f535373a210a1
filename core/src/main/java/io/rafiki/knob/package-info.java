/**
 * Knobs, the space they span, configurations in it, and the catalogue that declares them.
 *
 * <p>What a knob is called and how it is set lives here as data; nothing here talks to a node.
 */
package io.rafiki.knob;
