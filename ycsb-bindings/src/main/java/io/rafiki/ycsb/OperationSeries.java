package io.rafiki.ycsb;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Completed operations per second, written to a file during the run. An operation counts in the second of its completion, and a second
 * without operations has a line of zeros, so that stalls are visible. Each second is written one second after its end, so that a delayed
 * thread still finds its bucket open.
 */
final class OperationSeries implements Closeable {

    /** The counted events, in the order of the file's columns. */
    enum Kind {
        READS,
        UPDATES,
        SCANS,
        INSERTS,
        DELETES,
        ERRORS
    }

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    /** Seconds in memory. A count that is later than this falls into a later second and is not lost. */
    private static final int BUCKETS = 64;

    private final List<Map<Kind, LongAdder>> buckets = new ArrayList<>();
    private final Writer file;
    private final LongSupplier nanoTime;
    private final long start;
    private final ScheduledExecutorService ticker;
    private ScheduledFuture<?> ticks;
    private long written;
    private IOException failure;

    static OperationSeries open(Path path) throws IOException {
        return new OperationSeries(
                Files.newBufferedWriter(path, StandardCharsets.UTF_8), System::nanoTime, Instant.now());
    }

    OperationSeries(Writer file, LongSupplier nanoTime, Instant startedAt) throws IOException {
        for (int second = 0; second < BUCKETS; second++) {
            Map<Kind, LongAdder> bucket = new EnumMap<>(Kind.class);
            for (Kind kind : Kind.values()) {
                bucket.put(kind, new LongAdder());
            }
            buckets.add(bucket);
        }
        this.file = file;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        file.write("# start=" + startedAt + "\nsecond");
        for (Kind kind : Kind.values()) {
            file.write("," + kind.name().toLowerCase(Locale.ROOT));
        }
        file.write("\n");
        file.flush();
        this.ticker = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "rafiki-series");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Starts writing once per second. */
    void begin() {
        ticks = ticker.scheduleAtFixedRate(this::writeDue, 1, 1, TimeUnit.SECONDS);
    }

    void count(Kind kind) {
        buckets.get((int) (second() % BUCKETS)).get(kind).increment();
    }

    /** Writes all seconds that ended at least one second ago. The first failure ends the series, with one line. */
    synchronized void writeDue() {
        if (failure != null) {
            return;
        }
        try {
            writeUntil(second() - 1);
        } catch (IOException e) {
            failure = e;
            System.err.println("rafiki.series: expected to write second " + written + " of the series, found " + e
                    + ". The series ends here. Free disk space.");
        }
    }

    /**
     * Writes the remaining seconds, including the incomplete last one, and closes the file.
     *
     * @throws IOException if a second could not be written, now or before
     */
    @Override
    public synchronized void close() throws IOException {
        if (ticks != null) {
            ticks.cancel(false);
        }
        ticker.shutdown();
        try (file) {
            if (failure != null) {
                throw failure;
            }
            writeUntil(second() + 1);
        }
    }

    private long second() {
        return (nanoTime.getAsLong() - start) / SECOND;
    }

    private void writeUntil(long end) throws IOException {
        for (; written < end; written++) {
            StringBuilder line = new StringBuilder().append(written);
            for (LongAdder counter : buckets.get((int) (written % BUCKETS)).values()) {
                line.append(',').append(counter.sumThenReset());
            }
            file.write(line.append('\n').toString());
        }
        file.flush();
    }
}
