package io.rafiki.decision;

import io.rafiki.workload.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tests whether the compaction debt grows without bound. A hit of its {@link SequentialSignTest} is an increase of the mean number of
 * pending compactions from one block of windows to the next.
 *
 * @param block pending compactions of the present block's windows
 * @param means mean of the last complete block; empty before it
 * @param first mean of the first block since the last decrease
 * @param since start of that block
 * @param increases the test
 */
public record DebtMonitor(
        List<Double> block,
        Optional<Double> means,
        double first,
        Optional<Instant> since,
        SequentialSignTest increases) {

    /** Without windows. */
    public static final DebtMonitor NONE =
            new DebtMonitor(List.of(), Optional.empty(), Double.NaN, Optional.empty(), SequentialSignTest.of(1));

    /** Windows per block. */
    private static final int BLOCK = 4;

    /** The mean number of blocks between two false alarms is at least 1,000: 33 hours at the default window. */
    private static final double LEVEL = 0.001;

    /** Pending compactions that are no debt in any case. */
    private static final double LEAST = 10;

    private static final double FACTOR = 2;

    public DebtMonitor {
        block = List.copyOf(block);
    }

    /** With a window. */
    public DebtMonitor with(Window window) {
        double pending = window.gauges().pendingCompactions();
        if (!Double.isFinite(pending)) {
            return this;
        }
        List<Double> next = new ArrayList<>(block);
        next.add(pending);
        if (next.size() < BLOCK) {
            return new DebtMonitor(next, means, first, since, increases);
        }
        double mean = next.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        if (means.isEmpty() || (mean <= means.get() && increases.wealth() <= 1)) {
            // a test begins again at each decrease, as long as nothing speaks for growth
            return new DebtMonitor(
                    List.of(), Optional.of(mean), mean, Optional.of(window.end()), SequentialSignTest.of(1));
        }
        return new DebtMonitor(List.of(), Optional.of(mean), first, since, increases.with(mean > means.get()));
    }

    /** The growth; empty if there is none. */
    public Optional<Growth> growth() {
        return increases.rejects(LEVEL) && means.orElseThrow() >= Math.max(LEAST, FACTOR * first)
                ? Optional.of(new Growth(first, means.get(), since.orElseThrow()))
                : Optional.empty();
    }

    /**
     * Growing debt.
     *
     * @param from pending compactions at the begin
     * @param to pending compactions now
     */
    public record Growth(double from, double to, Instant since) {}
}
