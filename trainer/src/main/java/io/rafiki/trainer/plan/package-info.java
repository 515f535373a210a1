/**
 * Which trials are run, in which order, and the campaign that runs them to the end over as many sittings as it takes.
 */
package io.rafiki.trainer.plan;
