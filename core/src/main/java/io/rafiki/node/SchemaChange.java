package io.rafiki.node;

import java.util.Set;

/** Reads and changes the schema of the cluster. */
@FunctionalInterface
public interface SchemaChange {

    /** Refuses every statement, because the node is reached by JMX only. */
    SchemaChange NONE = cql -> {
        throw new NodeException(new NodeFailure.StatementRefused(cql, "the node is reached by JMX only"));
    };

    /**
     * Executes a statement such as ALTER TABLE for all nodes.
     *
     * @throws NodeException with {@link NodeFailure.StatementRefused} if it can never succeed, or with {@link NodeFailure.StatementFailed}
     */
    void execute(String cql) throws NodeException;

    /** The other datacenters, whose nodes have the same schema. */
    default Set<String> otherDatacenters() {
        return Set.of();
    }

    /** Options of a table with values of this node that its schema lacks. Every ALTER TABLE of the table would reset them. */
    default Set<String> resetOptions(TableName table) {
        return Set.of();
    }

    /** Whether a table is a materialised view, which has a statement of its own. */
    default boolean isView(TableName table) {
        return false;
    }
}
