/**
 * Whether to change the node: modes, plans, decisions and the guards that hold one back.
 *
 * <p>Pure: what is known when a window closes comes in as a {@link io.rafiki.decision.Situation}, a decision goes out. Every
 * hold says its reason with numbers.
 */
package io.rafiki.decision;
