package io.rafiki.decision;

import io.rafiki.workload.Workload;
import java.util.List;

/**
 * A decision whose changes were rolled back.
 *
 * @param decision its id
 * @param workload its workload
 * @param group tables of the group that it was for; empty if it was for the node
 */
public record Rollback(String decision, Workload workload, List<String> group) {

    public Rollback {
        group = List.copyOf(group);
    }
}
