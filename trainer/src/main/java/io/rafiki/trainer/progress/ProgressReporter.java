package io.rafiki.trainer.progress;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows the progress of a long command with its remaining time: a bar on a terminal, otherwise one line per minute.
 *
 * <p>Lines about events go to the command's output, above the bar. Progress goes to its error output. A command runs one task after the
 * other. All methods may be called from any thread.
 */
public final class ProgressReporter implements AutoCloseable {

    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final int BAR_WIDTH = 100;
    private static final int REFRESH_MILLIS = 1_000;

    /** Returns to the start of the line and erases it. */
    private static final String ERASE = "\r\u001b[2K";

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    private Optional<Timer> timer = Optional.empty();
    private Optional<ProgressBar> bar = Optional.empty();
    private Optional<Estimate> estimate = Optional.empty();
    private String task = "";
    private String unit = "";
    private String phase = "";
    private long printed;

    /**
     * A reporter without a timer: it looks at the clock when it is called.
     *
     * @param out receives lines about events
     * @param err receives the progress
     * @param terminal whether a bar can be drawn
     * @param nanoTime a monotonic clock
     */
    public ProgressReporter(PrintWriter out, PrintWriter err, boolean terminal, LongSupplier nanoTime) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
    }

    /** A reporter that looks at the clock each second. */
    public static ProgressReporter start(PrintWriter out, PrintWriter err, boolean terminal) {
        ProgressReporter reporter = new ProgressReporter(out, err, terminal, System::nanoTime);
        Timer timer = new Timer("rafiki-progress", true);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        reporter.tick();
                    }
                },
                REFRESH_MILLIS,
                REFRESH_MILLIS);
        reporter.timer = Optional.of(timer);
        return reporter;
    }

    /** Prints a line about an event. */
    public synchronized void line(String text) {
        if (bar.isPresent()) {
            err.print(ERASE);
            err.flush();
        }
        out.println(text);
        out.flush();
        bar.ifPresent(ProgressBar::refresh);
    }

    /**
     * Begins a task whose steps are counted. The remaining time follows from the pace so far.
     *
     * @param name such as {@code TrainingView}
     * @param steps their number
     * @param before how many of them an earlier run has done
     * @param plural the name of the steps, such as {@code networks}
     */
    public synchronized void begin(String name, long steps, long before, String plural) {
        begin(name, plural, "", Estimate.counted(nanoTime.getAsLong(), steps, before));
    }

    /**
     * Begins a task of which only the expected duration is known.
     *
     * @param what happens at first, as for {@link #phase}
     */
    public synchronized void begin(String name, Duration expected, String what) {
        begin(name, "", what, Estimate.timed(nanoTime.getAsLong(), expected));
        if (bar.isEmpty()) {
            print(nanoTime.getAsLong());
        }
    }

    private void begin(String name, String plural, String what, Estimate begun) {
        endBar();
        task = name;
        unit = plural;
        estimate = Optional.of(begun);
        printed = nanoTime.getAsLong();
        bar = terminal ? Optional.of(draw(begun)) : Optional.empty();
        phase(what);
    }

    /** Reports the number of completed steps. */
    public synchronized void done(long steps) {
        estimate.ifPresent(now -> now.done(nanoTime.getAsLong(), steps));
        tick();
    }

    /** Reports the number of completed steps and a remaining time that is more accurate than extrapolation. */
    public synchronized void done(long steps, Duration remaining) {
        estimate.ifPresent(now -> {
            now.done(nanoTime.getAsLong(), steps);
            now.remaining(nanoTime.getAsLong(), remaining);
        });
        tick();
    }

    /**
     * Reports the completed part of a task of known duration.
     *
     * @param part 0 to 1
     */
    public synchronized void share(double part) {
        done(Math.round(part * estimate.map(Estimate::steps).orElse(0L)));
    }

    /** The present activity in a few words; can be empty. */
    public synchronized void phase(String text) {
        phase = text;
        bar.ifPresent(drawn -> drawn.setExtraMessage(text.isEmpty() ? "" : "  " + text));
    }

    /** Updates the bar, or prints the progress if the last time was a minute ago. */
    synchronized void tick() {
        long now = nanoTime.getAsLong();
        if (bar.isPresent()) {
            bar.get().stepTo(estimate.orElseThrow().current(now));
        } else if (estimate.isPresent() && now - printed >= MINUTE) {
            print(now);
        }
    }

    private void print(long now) {
        printed = now;
        err.println(progress(now));
        err.flush();
    }

    private String progress(long now) {
        Estimate known = estimate.orElseThrow();
        String amount =
                unit.isEmpty() ? known.current(now) + " %" : known.current(now) + " of " + known.steps() + " " + unit;
        String time = known.remaining(now)
                .map(left -> left.isNegative()
                        ? "expected end passed " + text(left.negated()) + " ago"
                        : "about " + text(left) + " remaining")
                .orElse("remaining time not known yet");
        return task + ": " + amount + ", " + time + (phase.isEmpty() ? "" : "; " + phase);
    }

    private ProgressBar draw(Estimate begun) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(begun.steps())
                .startsFrom(begun.current(nanoTime.getAsLong()), Duration.ZERO)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REFRESH_MILLIS)
                .setEtaFunction(state -> begun.remaining(nanoTime.getAsLong()).filter(left -> !left.isNegative()))
                .setConsumer(new DelegatingProgressBarConsumer(this::drawn, BAR_WIDTH))
                .build();
    }

    private void drawn(String line) {
        err.print("\r" + line);
        err.flush();
    }

    /** Ends the current task. */
    public synchronized void end() {
        endBar();
        estimate = Optional.empty();
        phase = "";
    }

    private void endBar() {
        bar.ifPresent(drawn -> {
            drawn.close();
            err.println();
            err.flush();
        });
        bar = Optional.empty();
    }

    @Override
    public void close() {
        timer.ifPresent(Timer::cancel);
        end();
    }

    /** {@code 45 s}, {@code 12 min}, {@code 2 h 5 min}; at least one second. */
    public static String text(Duration duration) {
        long seconds = Math.max(1, Math.round(duration.toMillis() / 1e3));
        long minutes = Math.round(seconds / 60.0);
        return seconds < 100
                ? seconds + " s"
                : minutes < 100 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
