package io.rafiki.benchmark.rewrite;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Locale;

/**
 * A measured step: one line of the benchmark's results. Everything else is computed from its samples.
 *
 * @param name of the case
 * @param readRatio of the clients
 * @param from scaling parameter before
 * @param to scaling parameter after
 * @param samples samples at equal distances over {@value #WINDOWS} windows of equal length
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record StepResult(String name, double readRatio, int from, int to, List<Sample> samples) {

    /** The reference, then a window without a step, then the window that begins with the step. */
    static final int WINDOWS = 3;

    /**
     * The node at one moment.
     *
     * @param second since the first sample
     * @param megabytes that compactions have read since the node's start
     * @param requests of the clients since the node's start
     */
    record Sample(double second, double megabytes, long requests) {}

    StepResult {
        samples = List.copyOf(samples);
    }

    static StepResult of(StepCase what, List<Sample> samples) {
        return new StepResult(what.toString(), what.readRatio(), what.from(), what.to(), samples);
    }

    /** The cost of writing the present options again. */
    StepCost without() {
        return StepCost.of(window(0), window(1));
    }

    /** The cost of the step. */
    StepCost with() {
        return StepCost.of(window(1), window(2));
    }

    /** Steps of one kind: read ratio, direction and width. */
    String kind() {
        return String.format(
                Locale.ROOT,
                "read_ratio=%s towards=%s width=%d",
                readRatio,
                to < from ? "leveled" : "tiered",
                Math.abs(to - from));
    }

    /** The result for a terminal. */
    String line() {
        List<Sample> last = window(WINDOWS - 1);
        return String.format(
                Locale.ROOT,
                "%s: %s; without a step %s; compactions %.1f MB/s before, %.1f MB/s in the last half",
                name,
                text(with()),
                text(without()),
                StepCost.perSecond(window(1), Sample::megabytes),
                StepCost.perSecond(last.subList(last.size() / 2, last.size()), Sample::megabytes));
    }

    private static String text(StepCost cost) {
        return String.format(
                Locale.ROOT,
                "%.1f MB in %s%.0f s, clients lost %.0f %%",
                cost.megabytes(),
                cost.isOver() ? "" : "at least ",
                cost.seconds(),
                100 * cost.loss());
    }

    /** A window begins with the last sample of the one before. */
    private List<Sample> window(int number) {
        int length = (samples.size() - 1) / WINDOWS;
        return samples.subList(number * length, (number + 1) * length + 1);
    }
}
