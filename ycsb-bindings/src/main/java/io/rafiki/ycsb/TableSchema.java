package io.rafiki.ycsb;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.StringJoiner;

/**
 * The table of YCSB's records: a text key named {@value #KEY} and one blob column per field. Blobs match YCSB's bytes and avoid UTF-8
 * validation.
 */
final class TableSchema {

    static final String KEY = "y_id";

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 200;

    private TableSchema() {}

    /** Creates missing keyspace and table with one replica; an existing table stays unchanged. */
    static void create(CqlSession session, BindingSettings settings) {
        run(
                session,
                "CREATE KEYSPACE IF NOT EXISTS " + settings.keyspace()
                        + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        run(session, createTable(settings));
        awaitTable(session, settings);
    }

    /** Waits until each node that takes requests has the table, because the driver prepares its statements on any of them. */
    private static void awaitTable(CqlSession session, BindingSettings settings) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (System.nanoTime() < end
                && !session.getMetadata().getNodes().values().stream()
                        .filter(node -> node.getState() == NodeState.UP && node.getDistance() != NodeDistance.IGNORED)
                        .allMatch(node -> hasTable(session, settings, node))) {
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Whether the node answers queries of the table. Its system tables can show a table a moment earlier. */
    private static boolean hasTable(CqlSession session, BindingSettings settings, Node node) {
        SimpleStatement query = SimpleStatement.newInstance(
                        "SELECT " + KEY + " FROM " + settings.keyspace() + "." + settings.table() + " LIMIT 1")
                .setNode(node)
                .setConsistencyLevel(ConsistencyLevel.ONE);
        try {
            session.execute(query);
            return true;
        } catch (DriverException notYet) {
            return false;
        }
    }

    static String createTable(BindingSettings settings) {
        StringJoiner columns = new StringJoiner(", ");
        columns.add(KEY + " text PRIMARY KEY");
        settings.columns().forEach(column -> columns.add(column + " blob"));
        StringJoiner options = new StringJoiner(" AND ", " WITH ", "").setEmptyValue("");
        settings.compaction().ifPresent(json -> options.add("compaction = " + mapLiteral(json)));
        settings.comment().ifPresent(text -> options.add("comment = " + quoted(text)));
        return "CREATE TABLE IF NOT EXISTS " + settings.keyspace() + "." + settings.table() + " (" + columns + ")"
                + options;
    }

    /** A flat JSON object as a CQL map literal of strings. */
    private static String mapLiteral(String json) {
        StringJoiner literal = new StringJoiner(", ", "{", "}");
        parse(json)
                .properties()
                .forEach(entry -> literal.add(
                        quoted(entry.getKey()) + ": " + quoted(entry.getValue().asText())));
        return literal.toString();
    }

    private static ObjectNode parse(String json) {
        try {
            JsonNode node = new ObjectMapper().readTree(json);
            if (node instanceof ObjectNode object && object.hasNonNull("class")) {
                return object;
            }
        } catch (JsonProcessingException malformed) {
            // rejected below, with the finding
        }
        throw new PropertyException(
                "cassandra.compaction",
                "a JSON object such as {\"class\":\"LeveledCompactionStrategy\"}",
                json,
                "Correct it.");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static void run(CqlSession session, String cql) {
        session.execute(SimpleStatement.newInstance(cql).setTimeout(TIMEOUT));
    }
}
