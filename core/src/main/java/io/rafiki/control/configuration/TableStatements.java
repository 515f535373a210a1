package io.rafiki.control.configuration;

import io.rafiki.node.SchemaChange;
import io.rafiki.node.TableName;
import java.util.Map;
import java.util.stream.Collectors;

/** CQL that sets options of tables for all nodes. */
public final class TableStatements {

    private TableStatements() {}

    /** {@code ALTER TABLE "keyspace"."table" WITH name = {...};}, or the same for a materialised view. */
    public static String alter(SchemaChange schema, TableName table, String option, Map<String, String> values) {
        String kind = schema.isView(table) ? "MATERIALIZED VIEW" : "TABLE";
        return "ALTER " + kind + " \"" + table.keyspace() + "\".\"" + table.table() + "\" WITH " + option + " = "
                + values.entrySet().stream()
                        .map(value -> quoted(value.getKey()) + ": " + quoted(value.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"))
                + ";";
    }

    /** A text literal of CQL. */
    public static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
