/**
 * One measured (workload, configuration): its execution on a real node, and its line in {@code trials.jsonl}.
 *
 * <p>{@code io.rafiki.trainer.plan} decides which trials run, and in which order.
 */
package io.rafiki.trainer.trial;
