/**
 * One measured (workload, configuration): its execution on a real node, and its line in {@code trials.jsonl}.
 *
 * <p>It is the same for each system: {@code io.rafiki.trainer.cassandra} and {@code io.rafiki.trainer.redis} provide the nodes. {@code
 * io.rafiki.trainer.plan} decides which trials run, and in which order.
 */
package io.rafiki.trainer.trial;
