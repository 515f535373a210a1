package io.rafiki;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.rafiki.node.TableName;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Rows of 10 KiB that are written into a table, and read again. */
final class Load {

    private static final int ROW_BYTES = 10 * 1024;
    private static final int IN_FLIGHT = 64;

    private final CqlSession session;
    private final TableName table;
    private final PreparedStatement insert;
    private int rows;

    private Load(CqlSession session, TableName table, PreparedStatement insert) {
        this.session = session;
        this.table = table;
        this.insert = insert;
    }

    /**
     * Makes the table if there is none.
     *
     * @param compacts whether the node may compact it in the background
     */
    static Load into(CqlSession session, TableName table, boolean compacts) {
        session.execute("CREATE TABLE IF NOT EXISTS " + table
                + " (id int PRIMARY KEY, body blob) WITH compaction = {'class': 'SizeTieredCompactionStrategy', 'enabled': '"
                + compacts + "'}");
        return new Load(session, table, session.prepare("INSERT INTO " + table + " (id, body) VALUES (?, ?)"));
    }

    /** Writes new rows of together so many MiB. */
    void write(int mebibytes) {
        int last = rows + mebibytes * 1024 * 1024 / ROW_BYTES;
        List<CompletionStage<AsyncResultSet>> running = new ArrayList<>(IN_FLIGHT);
        while (rows < last) {
            for (int i = 0; i < IN_FLIGHT && rows < last; i++) {
                running.add(session.executeAsync(insert.bind(rows++, ByteBuffer.allocate(ROW_BYTES))));
            }
            running.forEach(statement -> statement.toCompletableFuture().join());
            running.clear();
        }
    }

    /** Has the node read every row's body; for a count alone it would skip over them. */
    void scan() {
        session.execute(
                SimpleStatement.newInstance("SELECT max(body) FROM " + table).setPageSize(100));
    }
}
