package io.rafiki.agent;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/** Logs the errors of a loop's ticks, each with its stack trace. One thread uses it. */
final class TickErrorLog {

    private static final long REPETITION = Duration.ofHours(1).toNanos();

    private final Logger log;
    private final String line;
    private final LongSupplier nanoTime;
    private String last = "";
    private long lastAt;

    /**
     * @param line of each error in the log
     * @param nanoTime monotonic clock
     */
    TickErrorLog(Logger log, String line, LongSupplier nanoTime) {
        this.log = log;
        this.line = line;
        this.nanoTime = nanoTime;
    }

    /** Logs an error at WARN. It is logged at DEBUG if it follows the same error within an hour. */
    void log(Throwable failure) {
        long now = nanoTime.getAsLong();
        boolean isRepetition = failure.toString().equals(last) && now - lastAt < REPETITION;
        last = failure.toString();
        lastAt = now;
        if (isRepetition) {
            log.debug(line, failure);
        } else {
            log.warn(line, failure);
        }
    }
}
