/**
 * One measured (workload, configuration): how it is run on a real node, and the line that it leaves in {@code trials.jsonl}.
 *
 * <p>Which trials are run, and in which order, is decided in {@code io.rafiki.trainer.plan}.
 */
package io.rafiki.trainer.trial;
