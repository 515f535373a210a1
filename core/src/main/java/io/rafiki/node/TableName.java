package io.rafiki.node;

/**
 * A table by the names of Cassandra's MBeans.
 *
 * @param keyspace letters, digits and underscores
 * @param table letters, digits and underscores
 */
public record TableName(String keyspace, String table) {

    /** @throws IllegalArgumentException if a name contains other characters */
    public TableName {
        if (!keyspace.matches("\\w+") || !table.matches("\\w+")) {
            throw new IllegalArgumentException(
                    "table: expected keyspace and table of letters, digits and underscores, found " + keyspace + "."
                            + table);
        }
    }

    /** Parses {@code keyspace.table}. */
    public static TableName parse(String text) {
        int dot = text.indexOf('.');
        if (dot < 0) {
            throw new IllegalArgumentException("table: expected keyspace.table, found " + text);
        }
        return new TableName(text.substring(0, dot), text.substring(dot + 1));
    }

    @Override
    public String toString() {
        return keyspace + "." + table;
    }
}
