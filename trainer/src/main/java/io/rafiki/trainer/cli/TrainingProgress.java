package io.rafiki.trainer.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/** How many networks are trained: a bar on a terminal, a line a minute elsewhere. */
final class TrainingProgress implements IntConsumer, AutoCloseable {

    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final int REFRESH_MILLIS = 200;

    private final PrintWriter out;
    private final int networks;
    private final LongSupplier nanoTime;
    private final ProgressBar bar;
    private long said;

    /**
     * @param out receives the lines
     * @param networks how many will be trained
     * @param terminal whether somebody watches
     * @param nanoTime as System's
     */
    TrainingProgress(PrintWriter out, int networks, boolean terminal, LongSupplier nanoTime) {
        this.out = out;
        this.networks = networks;
        this.nanoTime = nanoTime;
        said = nanoTime.getAsLong();
        bar = terminal
                ? new ProgressBarBuilder()
                        .setTaskName("Training")
                        .setInitialMax(networks)
                        .setUpdateIntervalMillis(REFRESH_MILLIS)
                        .build()
                : null;
    }

    @Override
    public void accept(int finished) {
        long now = nanoTime.getAsLong();
        if (bar != null) {
            bar.stepTo(finished);
        } else if (now - said >= MINUTE) {
            said = now;
            out.printf(Locale.ROOT, "Training: %d of %d networks.%n", finished, networks);
            out.flush();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
