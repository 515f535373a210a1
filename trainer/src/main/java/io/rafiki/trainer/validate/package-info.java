/**
 * Validation: how far off predictions are for rows that were withheld from training, ours and those of baselines on the same splits
 * (Rafiki §4.7).
 *
 * <p>Training itself is in {@code io.rafiki.trainer.train} and is called as {@code rafiki train} calls it.
 */
package io.rafiki.trainer.validate;
