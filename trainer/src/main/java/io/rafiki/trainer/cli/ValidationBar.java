package io.rafiki.trainer.cli;

import io.rafiki.trainer.validate.Progress;
import java.io.PrintWriter;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Says on standard error how long a validation will take, and how far it is: a bar on a terminal, else a line a minute. */
final class ValidationBar implements Progress, AutoCloseable {

    private static final int PERMILLE = 1000;
    private static final double MINUTE = 60e9;

    private final PrintWriter err;
    private final String plan;
    private ProgressBar bar;
    private long said = System.nanoTime();

    ValidationBar(PrintWriter err, String plan) {
        this.err = err;
        this.plan = plan;
    }

    @Override
    public void estimated(double seconds) {
        err.println("About " + duration(seconds) + " to go, by the first trainings: " + plan + ".");
        err.flush();
        said = System.nanoTime();
        if (Installation.isTerminal()) {
            bar = new ProgressBarBuilder()
                    .setTaskName("Validating")
                    .setInitialMax(PERMILLE)
                    .setStyle(ProgressBarStyle.ASCII)
                    .build();
        }
    }

    @Override
    public void advanced(double share) {
        if (bar != null) {
            bar.stepTo(Math.round(share * PERMILLE));
        } else if (System.nanoTime() - said > MINUTE) {
            said = System.nanoTime();
            err.printf(Locale.ROOT, "%.0f %% done%n", 100 * share);
            err.flush();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }

    private static String duration(double seconds) {
        return seconds < 100
                ? Math.max(1, Math.round(seconds)) + " s"
                : seconds < 6000
                        ? Math.round(seconds / 60) + " min"
                        : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
    }
}
