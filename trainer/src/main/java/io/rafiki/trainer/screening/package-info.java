/**
 * Screening: which knobs matter (Rafiki §3.4). Trials vary one knob at a time and all at two levels; the analysis ranks the knobs.
 */
package io.rafiki.trainer.screening;
