package io.rafiki.trainer.trial;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Recorder;

/**
 * The pauses of this machine: how late a sleeping thread continues. While a virtual machine stands still, every request waits, so the latencies
 * of an open loop contain these pauses. Garbage collection in this JVM counts too.
 */
final class PauseMeter implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofMillis(2);

    /** Microseconds. A longer pause counts as one of this length. */
    private static final long LONGEST = Duration.ofMinutes(1).toMillis() * 1_000;

    private final Recorder pauses = new Recorder(LONGEST, 3);
    private final Thread thread = new Thread(this::measure, "rafiki-pauses");
    private volatile boolean ends;

    private PauseMeter() {
        thread.setDaemon(true);
    }

    static PauseMeter start() {
        PauseMeter meter = new PauseMeter();
        meter.thread.start();
        return meter;
    }

    private void measure() {
        long interval = INTERVAL.toNanos();
        long before = System.nanoTime();
        while (!ends) {
            LockSupport.parkNanos(interval);
            long now = System.nanoTime();
            long late = TimeUnit.NANOSECONDS.toMicros(Math.max(0, now - before - interval));
            // a request at any moment of a pause waits for the rest of it
            pauses.recordValueWithExpectedInterval(Math.min(LONGEST, late), TimeUnit.NANOSECONDS.toMicros(interval));
            before = now;
        }
    }

    /** Discards the pauses so far. */
    void reset() {
        pauses.reset();
    }

    /** The 99th percentile of the wait of a request at a random moment, in microseconds. */
    long p99() {
        return pauses.getIntervalHistogram().getValueAtPercentile(99);
    }

    @Override
    public void close() {
        ends = true;
    }
}
