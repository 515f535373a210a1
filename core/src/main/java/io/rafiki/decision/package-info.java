/**
 * Decides whether to change the node: modes, plans, decisions, guardrails and their reasons.
 *
 * <p>Its functions are pure: they map a {@link io.rafiki.decision.DecisionInput} to a decision. Every hold has a typed reason with data.
 */
package io.rafiki.decision;
