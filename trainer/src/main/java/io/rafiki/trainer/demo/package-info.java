/**
 * The demonstration: one node tuned while it runs against one left at its defaults, under the shipped model's conditions.
 *
 * <p>What is compared is here, and how it is shown; nodes are driven by {@code drive}.
 */
package io.rafiki.trainer.demo;
