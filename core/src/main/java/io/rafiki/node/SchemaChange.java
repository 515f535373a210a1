package io.rafiki.node;

/** Changes the schema of the cluster. */
@FunctionalInterface
public interface SchemaChange {

    /** Refuses every statement, because the node is reached by JMX only. */
    SchemaChange NONE = cql -> {
        throw new NodeException(new NodeFailure.StatementRefused(cql, "the node is reached by JMX only"));
    };

    /**
     * Executes a statement such as ALTER TABLE for all nodes.
     *
     * @throws NodeException if it fails
     */
    void execute(String cql) throws NodeException;
}
