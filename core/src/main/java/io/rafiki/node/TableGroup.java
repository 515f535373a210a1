package io.rafiki.node;

import io.rafiki.workload.OperationCounts;
import java.util.List;

/**
 * Tables whose option is tuned together: they have the same present value and a similar workload.
 *
 * @param value their present value
 * @param tables in the order of their names
 * @param share their share of all recent operations of the node, 0 to 1
 * @param counts their operations in the last window
 */
public record TableGroup(KnobValue value, List<TableName> tables, double share, OperationCounts counts) {

    public TableGroup {
        tables = List.copyOf(tables);
    }
}
