package io.rafiki;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Clients that know what the node must answer: seeded writes, deletes and reads of few rows, every read compared with a model of the
 * table (the idea of Cassandra's Harry). A row has one operation in flight at a time, so that the model is exact.
 */
final class VerifiedLoad implements AutoCloseable {

    static final String KEYSPACE = "verified";
    static final String TABLE = "rows";

    private static final int ROWS = 400;
    private static final int BEAT_MILLIS = 10;
    private static final int BODY = 300;

    private final CqlSession session;
    private final PreparedStatement write;
    private final PreparedStatement delete;
    private final PreparedStatement read;
    private final SplittableRandom random;
    private final int perBeat;
    private final Map<Integer, Long> model = new HashMap<>();
    private final boolean[] inFlight = new boolean[ROWS];
    private final ScheduledExecutorService beat = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "verified-load");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>("");
    private final Recorder latencies = new Recorder(3);
    private final ScheduledFuture<?> beats;
    private volatile double readRatio = 0.5;
    private long next;

    /** Makes the table and begins at once; ends when closed. */
    VerifiedLoad(CqlSession session, long seed, int perSecond) {
        this.session = session;
        this.random = new SplittableRandom(seed);
        this.perBeat = Math.max(1, perSecond * BEAT_MILLIS / 1000);
        session.execute("CREATE KEYSPACE IF NOT EXISTS " + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE IF NOT EXISTS " + KEYSPACE + "." + TABLE
                + " (id int PRIMARY KEY, version bigint, body text)");
        session.execute("TRUNCATE " + KEYSPACE + "." + TABLE);
        write = session.prepare("INSERT INTO verified.rows (id, version, body) VALUES (?, ?, ?)");
        delete = session.prepare("DELETE FROM verified.rows WHERE id = ?");
        read = session.prepare("SELECT version, body FROM verified.rows WHERE id = ?");
        beats = beat.scheduleAtFixedRate(this::beat, 0, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The share of reads from now on. */
    void reads(double share) {
        readRatio = share;
    }

    /** Operations that were answered. */
    long done() {
        return done.get();
    }

    /** Operations that the node refused or did not answer. */
    long failed() {
        return failed.get();
    }

    /** Reads with another result than expected. */
    long wrong() {
        return wrong.get();
    }

    /** The first that failed or was wrong; nothing if none did. */
    String first() {
        return first.get();
    }

    /** Latencies in nanoseconds of the operations that have ended since the last call. */
    Histogram latencies() {
        return latencies.getIntervalHistogram();
    }

    /** Reads each row once more; a lost write is a wrong read. Returns after the last answer. */
    void readEachRow() {
        List<CompletableFuture<?>> reads = new ArrayList<>();
        for (int id = 0; id < ROWS; id++) {
            while (!begin(id)) {
                Thread.onSpinWait();
            }
            reads.add(read(id).toCompletableFuture());
        }
        reads.forEach(CompletableFuture::join);
    }

    private void beat() {
        try {
            for (int i = 0; i < perBeat; i++) {
                operation();
            }
        } catch (RuntimeException closed) {
            fault(failed, closed.toString());
        }
    }

    private synchronized void operation() {
        int id = random.nextInt(ROWS);
        if (!begin(id)) {
            return;
        }
        long start = System.nanoTime();
        if (random.nextDouble() < readRatio) {
            var unused = read(id);
        } else if (random.nextInt(10) == 0) {
            session.executeAsync(delete.bind(id))
                    .whenComplete((rows, failure) -> ended(start, id, null, false, failure, rows));
        } else {
            long version = ++next;
            session.executeAsync(write.bind(id, version, body(id, version)))
                    .whenComplete((rows, failure) -> ended(start, id, version, false, failure, rows));
        }
    }

    private synchronized boolean begin(int id) {
        boolean free = !inFlight[id];
        inFlight[id] = true;
        return free;
    }

    private synchronized CompletionStage<AsyncResultSet> read(int id) {
        Long expected = model.get(id);
        long start = System.nanoTime();
        return session.executeAsync(read.bind(id))
                .whenComplete((rows, failure) -> ended(start, id, expected, true, failure, rows));
    }

    /** @param version of the row that a read must find or a write has left; null for none */
    private synchronized void ended(
            long start, int id, Long version, boolean isRead, Throwable failure, AsyncResultSet rows) {
        latencies.recordValue(System.nanoTime() - start);
        done.incrementAndGet();
        inFlight[id] = false;
        if (failure != null) {
            fault(failed, "row " + id + ": " + failure);
        } else if (isRead) {
            Row row = rows.one();
            boolean right = row == null
                    ? version == null
                    : version != null
                            && row.getLong("version") == version
                            && Objects.equals(row.getString("body"), body(id, version));
            if (!right) {
                fault(
                        wrong,
                        "row " + id + ": expected version " + version + ", read "
                                + (row == null ? "none" : row.getFormattedContents()));
            }
        } else if (version == null) {
            model.remove(id);
        } else {
            model.put(id, version);
        }
    }

    private void fault(AtomicLong count, String text) {
        count.incrementAndGet();
        first.compareAndSet("", text);
    }

    /** Text that belongs to this version of this row alone. */
    private static String body(int id, long version) {
        return (id + ":" + version + ";").repeat(1 + BODY / 8);
    }

    /** Ends it; no operation begins after. */
    @Override
    public void close() {
        beats.cancel(false);
        beat.shutdown();
    }
}
