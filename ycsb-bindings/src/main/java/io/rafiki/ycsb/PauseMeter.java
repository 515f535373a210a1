package io.rafiki.ycsb;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * The pauses of this JVM: how late a sleeping thread continues. Garbage collection, a busy processor and a virtual machine that stands still
 * delay all client threads, so the latencies of an open loop contain these pauses.
 */
final class PauseMeter implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofMillis(2);

    private final IntConsumer pauses;
    private volatile boolean ends;

    private PauseMeter(IntConsumer pauses) {
        this.pauses = pauses;
    }

    /**
     * Starts the measurement.
     *
     * @param pauses receives the wait of a request at each of many equally distant moments, in microseconds
     */
    static PauseMeter start(IntConsumer pauses) {
        PauseMeter meter = new PauseMeter(pauses);
        Thread thread = new Thread(meter::measure, "rafiki-pauses");
        thread.setDaemon(true);
        thread.start();
        return meter;
    }

    private void measure() {
        long interval = INTERVAL.toNanos();
        long before = System.nanoTime();
        while (!ends) {
            LockSupport.parkNanos(interval);
            long now = System.nanoTime();
            long rest = Math.max(0, now - before - interval);
            before = now;
            // a request that arrives during a pause waits for the rest of it
            do {
                pauses.accept((int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMicros(rest)));
                rest -= interval;
            } while (rest >= interval);
        }
    }

    @Override
    public void close() {
        ends = true;
    }
}
