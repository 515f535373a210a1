package io.rafiki.agent.cassandra;

import io.rafiki.node.NodeException;
import io.rafiki.node.NodeFailure.StatementFailed;
import io.rafiki.node.NodeFailure.StatementRefused;
import io.rafiki.node.SchemaChange;
import io.rafiki.node.TableName;
import java.util.Set;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;

/** The schema of the cluster that the node is part of. */
public final class LiveSchema implements SchemaChange {

    @Override
    public void execute(String cql) throws NodeException {
        try {
            Cql.execute(cql, ConsistencyLevel.LOCAL_QUORUM);
        } catch (RequestValidationException refused) {
            throw new NodeException(new StatementRefused(cql, refused.getMessage()), refused);
        } catch (RequestExecutionException failed) {
            throw new NodeException(new StatementFailed(cql, failed.getMessage()), failed);
        }
    }

    @Override
    public Set<String> otherDatacenters() {
        Ring ring = new Ring();
        Set<String> others = ring.datacenters();
        others.remove(ring.datacenter());
        return others;
    }

    /** Compression: JMX sets it in a local copy of the table's metadata, and each new version of the schema replaces the copy. */
    @Override
    public Set<String> resetOptions(TableName table) {
        ColumnFamilyStore store = ColumnFamilyStore.getIfExists(table.keyspace(), table.table());
        TableMetadata known = Schema.instance.getTableMetadata(table.keyspace(), table.table());
        return store == null
                        || known == null
                        || store.getCompressionParameters().equals(known.params.compression.asMap())
                ? Set.of()
                : Set.of("compression");
    }

    @Override
    public boolean isView(TableName table) {
        TableMetadata known = Schema.instance.getTableMetadata(table.keyspace(), table.table());
        return known != null && known.isView();
    }
}
