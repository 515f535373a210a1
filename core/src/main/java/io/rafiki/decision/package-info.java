/**
 * Whether to change the node: modes, plans, decisions, guardrails and their reasons.
 *
 * <p>Pure: what is known when a window closes comes in as a {@link io.rafiki.decision.DecisionInput}, a decision goes out. Every
 * hold has a typed reason with data.
 */
package io.rafiki.decision;
