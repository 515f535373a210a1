/**
 * The design of experiments: trials, their order and their conditions.
 */
package io.rafiki.trainer.plan;
