package io.rafiki.decision;

import io.rafiki.workload.Workload;

/**
 * A decision whose changes were taken back, and the workload that it was meant for.
 *
 * @param decision its id
 * @param workload of its window
 */
public record Rollback(String decision, Workload workload) {}
