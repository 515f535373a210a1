package io.rafiki.node;

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
     * @throws NodeException if it fails
     */
    void execute(String cql) throws NodeException;

    /** Whether a table is a materialised view, which has a statement of its own. */
    default boolean isView(TableName table) {
        return false;
    }

    /** Whether the schema turns the automatic compaction of a table off, on all nodes. */
    default boolean isCompactionOff(TableName table) {
        return false;
    }
}
