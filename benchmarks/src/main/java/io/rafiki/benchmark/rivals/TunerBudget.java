package io.rafiki.benchmark.rivals;

import java.util.Locale;

/**
 * The budget of a tuner: a number of trials, or machine time.
 *
 * @param trials number of trials; with machine time the expected number
 * @param seconds machine time; infinite if trials are counted
 */
public record TunerBudget(int trials, double seconds) {

    private static final double HOUR = 3600;

    /** A number of trials of any length. */
    public static TunerBudget ofTrials(int trials) {
        return new TunerBudget(trials, Double.POSITIVE_INFINITY);
    }

    /**
     * Machine time.
     *
     * @param expected seconds of a trial
     */
    public static TunerBudget ofHours(double hours, double expected) {
        return new TunerBudget((int) Math.max(1, Math.ceil(hours * HOUR / expected)), hours * HOUR);
    }

    boolean isTime() {
        return Double.isFinite(seconds);
    }

    /**
     * The number of further trials, with machine time an estimate by the mean length so far; 0 if the budget is used. A trial that begins
     * within the budget may end after it.
     *
     * @param ended number of trials so far
     * @param used their machine time in seconds
     */
    int left(int ended, double used) {
        if (!isTime()) {
            return trials - ended;
        }
        double each = ended == 0 ? seconds / trials : used / ended;
        return (int) Math.max(0, Math.ceil((seconds - used) / each));
    }

    @Override
    public String toString() {
        return isTime() ? String.format(Locale.ROOT, "%.2f h", seconds / HOUR) : trials + " trials";
    }
}
