/**
 * The demonstration: one node tuned while it runs against one left at its defaults, under the shipped model's conditions.
 *
 * <p>Running it is here, and how its result is shown; nodes, load and statistics come from the packages that the campaigns use.
 */
package io.rafiki.trainer.demo;
