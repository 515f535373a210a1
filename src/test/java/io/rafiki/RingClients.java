package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** Clients that write at LOCAL_QUORUM until they are closed, and read what they wrote. They tolerate no failure and no wrong answer. */
final class RingClients implements AutoCloseable {

    private static final int ROWS = 20;

    /** Batches of writes for each read. Reads prefer some nodes, and more of them would make the nodes' workloads differ. */
    private static final int BATCHES = 7;

    /** Pause between two batches, so that the clients leave processors to the nodes. */
    private static final long PAUSE_MILLIS = 50;

    private final CqlSession session;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private final List<String> failures = new ArrayList<>();
    private final Thread thread;
    private volatile boolean ended;

    /** Creates the table {@code loop.rows} with three replicas, and begins. */
    RingClients(CqlSession session) {
        this.session = session;
        execute("CREATE KEYSPACE IF NOT EXISTS loop WITH replication ="
                + " {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}");
        execute("CREATE TABLE IF NOT EXISTS loop.rows (id int PRIMARY KEY, body text)");
        thread = new Thread(this::drive, "clients");
        thread.start();
    }

    CqlSession session() {
        return session;
    }

    /** The compaction of their table, as the schema has it. */
    String compaction() {
        return session.execute("SELECT compaction FROM system_schema.tables"
                        + " WHERE keyspace_name = 'loop' AND table_name = 'rows'")
                .one()
                .getFormattedContents();
    }

    /** Changes the schema on all nodes. */
    private void execute(String change) {
        session.execute(change);
        Awaitility.await("the schema is everywhere")
                .atMost(Duration.ofMinutes(1))
                // nodes that have not heard of the change agree too
                .pollDelay(Duration.ofSeconds(2))
                .until(session::checkSchemaAgreement);
    }

    private void drive() {
        PreparedStatement write = session.prepare("INSERT INTO loop.rows (id, body) VALUES (?, ?)");
        PreparedStatement read = session.prepare("SELECT body FROM loop.rows WHERE id = ?");
        for (int round = 0; !ended; round++) {
            String body = Integer.toString(round);
            Map<BoundStatement, CompletionStage<AsyncResultSet>> running = new LinkedHashMap<>();
            for (int i = 0; i < ROWS; i++) {
                BoundStatement statement = atQuorum(write.bind(i, body));
                running.put(statement, session.executeAsync(statement));
            }
            try {
                running.forEach(this::complete);
                if (round % BATCHES == 0) {
                    BoundStatement statement = atQuorum(read.bind(round % ROWS));
                    check(complete(statement, session.executeAsync(statement)).one(), body);
                }
            } catch (RuntimeException failure) {
                failures.add(failure.toString());
            }
            requests.addAndGet(ROWS);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
        }
    }

    private void check(Row row, String body) {
        String found = row == null ? "none" : row.getString("body");
        if (!body.equals(found)) {
            failures.add("read: expected " + body + ", found " + found);
        }
    }

    /** Waits for a request, and repeats it once: a replica that dies in the midst of a request fails it with a timeout. */
    private AsyncResultSet complete(BoundStatement statement, CompletionStage<AsyncResultSet> request) {
        try {
            return request.toCompletableFuture().join();
        } catch (CompletionException failure) {
            repeated.incrementAndGet();
            return session.executeAsync(statement).toCompletableFuture().join();
        }
    }

    /** A request to a coordinator that dies is repeated at another one. */
    private static BoundStatement atQuorum(BoundStatement statement) {
        return statement.setConsistencyLevel(ConsistencyLevel.LOCAL_QUORUM).setIdempotent(true);
    }

    /** Ends the clients, and fails if a request failed or a read returned a wrong row. */
    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted before the clients ended", e);
        }
        session.close();
        assertThat(failures)
                .as("failures of %d writes and some reads, %d of them repeated", requests.get(), repeated.get())
                .isEmpty();
    }
}
