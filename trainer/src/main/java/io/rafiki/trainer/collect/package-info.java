/**
 * The campaign that runs a plan's trials to the end, over as many sittings as it takes.
 */
package io.rafiki.trainer.collect;
