package io.rafiki.agent;

import io.rafiki.control.record.LoopTimings;
import io.rafiki.control.record.LoopTimings.Step;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a tick in each period on the tuner's one thread, for the lifetime of the node.
 *
 * <p>An error of a tick is counted and logged, and never affects Cassandra. Missed ticks are not repeated, so a hung tick delays the
 * next one only.
 */
final class ControlLoopRunner implements Runnable, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("io.rafiki");
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Runnable tick;
    private final Predicate<Throwable> fault;
    private final long periodNanos;
    private final LoopTimings timings;
    private final TickErrorLog errors =
            new TickErrorLog(LOG, "a tick failed; the tuner continues and the node is not affected", System::nanoTime);
    private volatile boolean closed;
    private volatile Thread thread;

    /**
     * @param tick one step of the control loop
     * @param fault receives the error of a tick, and returns whether it disables the tuner
     * @param timings receives the duration of each tick
     */
    ControlLoopRunner(Runnable tick, Predicate<Throwable> fault, Duration period, LoopTimings timings) {
        this.tick = tick;
        this.fault = fault;
        this.periodNanos = period.toNanos();
        this.timings = timings;
    }

    /** Runs on the caller's thread until {@link #close()}, or until the thread is interrupted. */
    @Override
    public void run() {
        thread = Thread.currentThread();
        long due = System.nanoTime();
        while (!ended()) {
            tick();
            due = Math.max(due + periodNanos, System.nanoTime());
            while (!ended() && due - System.nanoTime() > 0) {
                LockSupport.parkNanos(this, due - System.nanoTime());
            }
        }
    }

    /** Ends the loop after the current tick, and waits for it. A hung tick is reported and abandoned. */
    @Override
    public void close() {
        closed = true;
        Thread running = thread;
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        LockSupport.unpark(running);
        try {
            running.join(PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (running.isAlive()) {
            LOG.warn("the tuner's tick has not ended within {} s of the stop", PATIENCE.toSeconds());
        }
    }

    private boolean ended() {
        return closed || Thread.currentThread().isInterrupted();
    }

    private void tick() {
        long start = System.nanoTime();
        try {
            tick.run();
        } catch (Throwable failure) {
            report(failure);
        }
        timings.took(Step.TICK, Duration.ofNanos(System.nanoTime() - start));
    }

    /** Logs an error. The status counts it in any case. */
    private void report(Throwable failure) {
        try {
            if (fault.test(failure)) {
                LOG.error(
                        "tuner disabled after too many errors; the node is not affected; run `rafiki resume` to enable"
                                + " it",
                        failure);
            } else {
                errors.log(failure);
            }
        } catch (Throwable worse) {
            // no error may escape into Cassandra's process
        }
    }
}
