package io.rafiki.agent.cassandra;

import io.rafiki.node.NodeException;
import io.rafiki.node.NodeFailure.StatementRefused;
import io.rafiki.node.SchemaChange;
import io.rafiki.node.TableName;
import java.util.Optional;
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
        } catch (RequestExecutionException | RequestValidationException refused) {
            throw new NodeException(new StatementRefused(cql, refused.getMessage()), refused);
        }
    }

    @Override
    public boolean isView(TableName table) {
        return metadata(table).filter(TableMetadata::isView).isPresent();
    }

    @Override
    public boolean isCompactionOff(TableName table) {
        return metadata(table)
                .filter(known -> !known.params.compaction.isEnabled())
                .isPresent();
    }

    private static Optional<TableMetadata> metadata(TableName table) {
        return Optional.ofNullable(Schema.instance.getTableMetadata(table.keyspace(), table.table()));
    }
}
