package io.rafiki.workload;

import java.util.Locale;
import java.util.Optional;

/**
 * Tells a node that has found its pace from one that still looks for it: a node that compiles, fills its caches or has just been given
 * another load serves fewer or more operations from second to second, and what is measured of it does not last.
 *
 * <p>A window is steady when neither its own drift nor the step from the window before it exceeds {@code maxDrift + z s}, where
 * {@code s} is the standard error of what is compared. The step is not asked for where the workload itself has changed in between:
 * another workload has another pace. Without a window to compare with, one window alone does not show that the pace lasts.
 *
 * @param maxDrift the largest change of the operations per second that does not matter, as a share (0.15 = 15 %); infinite lets every
 *     window pass
 * @param z standard errors that are put on top
 */
public record Steadiness(double maxDrift, double z) {

    /** Two standard errors: a steady load is held back for one more window in at most one of 40 cases. */
    public static final double ERRORS = 2;

    /** @throws IllegalArgumentException if a bound makes no sense */
    public Steadiness {
        if (!(maxDrift >= 0) || !(z >= 0)) {
            throw new IllegalArgumentException(
                    "steadiness: expected maxDrift and z from 0, found maxDrift=" + maxDrift + " z=" + z);
        }
    }

    /**
     * Why the window does not show a node at its pace, in one phrase with numbers; empty if it does.
     *
     * @param before the window before it, if there was one
     * @param test tells another workload from the same
     */
    public Optional<String> objection(Optional<Window> before, Window now, ChangeTest test) {
        Pace pace = now.pace();
        if (exceeds(pace.drift(), pace.driftError())) {
            return Optional.of(phrase(pace.drift(), "within the window", pace.driftError()));
        }
        if (before.isEmpty() || !isComparable(before.get())) {
            return exceeds(Double.POSITIVE_INFINITY, 0)
                    ? Optional.of("one window alone does not show that the load is steady")
                    : Optional.empty();
        }
        if (before.get().state() == WindowState.SHIFTING || test.differs(before.get(), now)) {
            return Optional.empty();
        }
        Pace former = before.get().pace();
        double step = pace.perSecond() / former.perSecond() - 1;
        double error = Math.hypot(pace.error(), former.error()) / former.perSecond();
        return exceeds(step, error) ? Optional.of(phrase(step, "from the window before", error)) : Optional.empty();
    }

    private static boolean isComparable(Window before) {
        return before.valid() || before.state() == WindowState.SHIFTING;
    }

    private boolean exceeds(double change, double error) {
        return Math.abs(change) > maxDrift + z * error;
    }

    private String phrase(double change, String where, double error) {
        return String.format(
                Locale.ROOT,
                "operations per second %s by %.0f%% %s, more than %.0f%% and %.0f%% for noise",
                change > 0 ? "rose" : "fell",
                100 * Math.abs(change),
                where,
                100 * maxDrift,
                100 * z * error);
    }
}
