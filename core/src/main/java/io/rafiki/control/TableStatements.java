package io.rafiki.control;

import io.rafiki.node.TableName;
import java.util.Map;
import java.util.stream.Collectors;

/** CQL that sets options of tables for all nodes. */
final class TableStatements {

    private TableStatements() {}

    /** {@code ALTER TABLE "keyspace"."table" WITH name = {...};} */
    static String alter(TableName table, String option, Map<String, String> values) {
        return alter("TABLE", table, option, values);
    }

    /** The same for a materialised view. */
    static String alterView(TableName table, String option, Map<String, String> values) {
        return alter("MATERIALIZED VIEW", table, option, values);
    }

    private static String alter(String kind, TableName table, String option, Map<String, String> values) {
        return "ALTER " + kind + " \"" + table.keyspace() + "\".\"" + table.table() + "\" WITH " + option + " = "
                + values.entrySet().stream()
                        .map(value -> quoted(value.getKey()) + ": " + quoted(value.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"))
                + ";";
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
