package io.rafiki.decision;

import io.rafiki.workload.Workload;

/**
 * A decision whose changes were rolled back.
 *
 * @param decision its id
 * @param workload its workload
 */
public record Rollback(String decision, Workload workload) {}
