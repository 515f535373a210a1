package io.rafiki.benchmark.rivals;

import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.workload.Workload;

/**
 * A workload on real nodes.
 *
 * @param name one word, for folders and results
 * @param operations the workload as {@code rafiki trial --workload} takes it
 * @param features of the operations
 * @param plan conditions of its trials, and the tuned knobs
 */
public record NodeWorkload(String name, String operations, Workload features, CampaignPlan plan) {}
