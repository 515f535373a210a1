package io.rafiki.agent.cassandra;

import io.rafiki.node.NodeException;
import io.rafiki.node.NodeFailure.StatementRefused;
import io.rafiki.node.SchemaChange;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;

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
}
