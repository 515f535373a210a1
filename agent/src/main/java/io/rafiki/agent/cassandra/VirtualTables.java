package io.rafiki.agent.cassandra;

import io.rafiki.agent.console.Operator;
import io.rafiki.agent.console.ShownTable;
import io.rafiki.agent.console.ShownTables;
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
     * Registers the tables. They stay for the node's life, and show the last that the tuner said.
     *
     * @throws IllegalStateException if there is a keyspace of that name
     * @throws LinkageError if this Cassandra has no virtual tables, or others
     */
    public static void register(Operator operator) {
        String keyspace = ShownTables.KEYSPACE;
        if (Schema.instance.getKeyspaceMetadata(keyspace) != null) {
            throw new IllegalStateException("expected no keyspace " + keyspace + " in this cluster, found one");
        }
        List<VirtualTable> tables = new ArrayList<>();
        for (ShownTable shown : ShownTables.ALL) {
            tables.add(new OperatorTable(keyspace, shown, operator));
        }
        VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(keyspace, tables));
    }
}
