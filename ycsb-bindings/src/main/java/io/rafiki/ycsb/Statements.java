package io.rafiki.ycsb;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import site.ycsb.ByteIterator;

/**
 * The prepared statements of one table, one per operation and set of fields, prepared on first use and shared by all threads. Insert and
 * update are both upserts in Cassandra; only an insert also writes the row marker.
 */
final class Statements {

    private final CqlSession session;
    private final String table;
    private final List<String> columns;
    private final PreparedStatement readAll;
    private final PreparedStatement insertAll;
    private final PreparedStatement delete;
    private final Map<Set<String>, PreparedStatement> reads = new ConcurrentHashMap<>();
    private final Map<Set<String>, PreparedStatement> scans = new ConcurrentHashMap<>();
    private final Map<Set<String>, PreparedStatement> updates = new ConcurrentHashMap<>();

    /** Prepares the statements of the run at once, so that a table of another shape is rejected before the first operation. */
    Statements(CqlSession session, BindingSettings settings) {
        this.session = session;
        this.table = settings.keyspace() + "." + settings.table();
        this.columns = settings.columns();
        this.readAll = session.prepare(selection(columns) + " WHERE " + TableSchema.KEY + " = ?");
        this.insertAll = session.prepare("INSERT INTO " + table + " (" + TableSchema.KEY + ", "
                + String.join(", ", columns) + ") VALUES (?" + ", ?".repeat(columns.size()) + ")");
        this.delete = session.prepare("DELETE FROM " + table + " WHERE " + TableSchema.KEY + " = ?");
    }

    /** @param fields null for all */
    BoundStatement read(String key, Set<String> fields) {
        PreparedStatement statement = fields == null
                ? readAll
                : prepared(reads, fields, wanted -> selection(wanted) + " WHERE " + TableSchema.KEY + " = ?");
        return statement.boundStatementBuilder().setString(0, key).build();
    }

    /**
     * Reads {@code count} records from {@code startKey} on, in token order.
     *
     * @param fields null for all
     */
    BoundStatement scan(String startKey, int count, Set<String> fields) {
        Set<String> wanted = fields == null ? Set.copyOf(columns) : fields;
        PreparedStatement statement = prepared(
                scans, wanted, names -> selection(names) + " WHERE token(" + TableSchema.KEY + ") >= token(?) LIMIT ?");
        return statement
                .boundStatementBuilder()
                .setString(0, startKey)
                .setInt(1, count)
                .build();
    }

    /** @param values a value for each column; a column without one is left unset */
    BoundStatement insert(String key, Map<String, ByteIterator> values) {
        BoundStatementBuilder builder = insertAll.boundStatementBuilder().setString(0, key);
        for (int i = 0; i < columns.size(); i++) {
            ByteIterator value = values.get(columns.get(i));
            if (value != null) {
                builder = builder.setBytesUnsafe(i + 1, ByteBuffer.wrap(value.toArray()));
            }
        }
        return builder.build();
    }

    BoundStatement update(String key, Map<String, ByteIterator> values) {
        List<String> names = columns.stream().filter(values::containsKey).toList();
        PreparedStatement statement = prepared(
                updates,
                values.keySet(),
                all -> "UPDATE " + table + " SET " + String.join(" = ?, ", names) + " = ? WHERE " + TableSchema.KEY
                        + " = ?");
        BoundStatementBuilder builder = statement.boundStatementBuilder();
        for (int i = 0; i < names.size(); i++) {
            builder = builder.setBytesUnsafe(
                    i, ByteBuffer.wrap(values.get(names.get(i)).toArray()));
        }
        return builder.setString(names.size(), key).build();
    }

    BoundStatement delete(String key) {
        return delete.boundStatementBuilder().setString(0, key).build();
    }

    private String selection(Iterable<String> fields) {
        return "SELECT " + String.join(", ", fields) + " FROM " + table;
    }

    private PreparedStatement prepared(
            Map<Set<String>, PreparedStatement> cache, Set<String> fields, Function<Set<String>, String> cql) {
        PreparedStatement known = cache.get(fields);
        return known != null
                ? known
                : cache.computeIfAbsent(Set.copyOf(fields), names -> session.prepare(cql.apply(names)));
    }
}
