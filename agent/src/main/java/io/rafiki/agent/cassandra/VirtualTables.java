package io.rafiki.agent.cassandra;

import io.rafiki.agent.console.TableView;
import io.rafiki.agent.console.TableViews;
import io.rafiki.control.Operator;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.schema.Schema;

/** Registers the console's tables as the virtual keyspace {@code rafiki}: {@code SELECT * FROM rafiki.status}. */
public final class VirtualTables {

    private VirtualTables() {}

    /**
     * Registers the tables. They stay for the node's lifetime and show the last published status.
     *
     * @throws IllegalStateException if a keyspace of that name exists
     * @throws LinkageError if this Cassandra version has other virtual tables
     */
    public static void register(Operator operator) {
        String keyspace = TableViews.KEYSPACE;
        if (Schema.instance.getKeyspaceMetadata(keyspace) != null) {
            throw new IllegalStateException("expected no keyspace " + keyspace + " in this cluster, found one");
        }
        List<VirtualTable> tables = new ArrayList<>();
        for (TableView shown : TableViews.ALL) {
            tables.add(new RafikiVirtualTable(keyspace, shown, operator::status));
        }
        VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(keyspace, tables));
    }
}
