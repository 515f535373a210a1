package io.rafiki.decision;

import io.rafiki.workload.Workload;
import java.util.Collections;
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

    /**
     * Whether it prevents changes for a workload. Both workloads are near, and the decision was for the node or for one of the tables.
     *
     * @param now present workload of the node or of the tables
     * @param tables a group of tables; empty for the node
     * @param minChange smallest relevant difference of the read ratio, 0 to 1
     */
    public boolean bars(Workload now, List<String> tables, double minChange) {
        return workload.isNear(now, minChange) && (group.isEmpty() || !Collections.disjoint(group, tables));
    }
}
