/**
 * Execution of a plan: which trial is next, on which node, and what was measured already. The plan itself is in {@code plan}, one trial in {@code trial}.
 */
package io.rafiki.trainer.campaign;
