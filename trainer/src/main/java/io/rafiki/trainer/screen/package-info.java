/**
 * Which knobs matter (Rafiki §3.4): the trials of a screening, one knob at a time and all at two levels, and what follows from them.
 *
 * <p>The trials are run by {@code io.rafiki.trainer.collect}; everything else follows from the folder that they leave.
 */
package io.rafiki.trainer.screen;
