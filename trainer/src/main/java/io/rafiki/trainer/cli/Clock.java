package io.rafiki.trainer.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Lines of a command that takes minutes; on a terminal a bar below them shows how much of the expected time has gone. */
final class Clock implements AutoCloseable {

    private static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintWriter out;
    private final ProgressBar bar;
    private final ScheduledExecutorService thread;
    private final ScheduledFuture<?> ticking;

    /** @param expected how long the command takes, as far as is known */
    @SuppressWarnings("SystemConsoleNull") // JDK 17: null unless both ends are a terminal
    Clock(PrintWriter out, String task, Duration expected) {
        this.out = out;
        if (System.console() == null) {
            bar = null;
            thread = null;
            ticking = null;
            return;
        }
        bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(expected.toSeconds())
                .setUnit(" s", 1)
                .setStyle(ProgressBarStyle.ASCII)
                .build();
        thread = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread daemon = new Thread(work, "rafiki-bar");
            daemon.setDaemon(true);
            return daemon;
        });
        ticking = thread.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
    }

    /** Prints a line, above the bar if there is one. */
    synchronized void say(String line) {
        out.println(bar == null ? line : CLEAR_LINE + line);
        out.flush();
    }

    private synchronized void tick() {
        if (bar.getCurrent() < bar.getMax()) {
            bar.step();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            ticking.cancel(false);
            thread.shutdownNow();
            bar.close();
        }
    }
}
