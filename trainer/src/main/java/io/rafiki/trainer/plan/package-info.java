/**
 * Which trials are run, in which order, and under which conditions.
 */
package io.rafiki.trainer.plan;
