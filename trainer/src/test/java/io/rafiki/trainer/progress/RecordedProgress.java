package io.rafiki.trainer.progress;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A reporter whose clock the test sets and whose output the test reads. */
public final class RecordedProgress {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicLong nanoTime = new AtomicLong(5);
    private final ProgressReporter reporter;

    /** @param terminal whether the reporter draws a bar */
    public RecordedProgress(boolean terminal) {
        reporter =
                new ProgressReporter(new PrintWriter(out, true), new PrintWriter(err, true), terminal, nanoTime::get);
    }

    public ProgressReporter reporter() {
        return reporter;
    }

    /** Advances the clock; a timer reads it each second. */
    public void pass(Duration time) {
        for (long second = 0; second < time.toSeconds(); second++) {
            nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());
            reporter.tick();
        }
    }

    /** Lines about events. */
    public List<String> events() {
        return out.toString().lines().toList();
    }

    /** Lines about the progress. */
    public List<String> progress() {
        return err.toString().lines().toList();
    }

    String drawn() {
        return err.toString();
    }

    /** Discards the output so far. */
    public void clear() {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
    }
}
