package io.rafiki.trainer.evaluate;

import io.rafiki.surrogate.RelativeGain;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.table.RowGroups;
import java.util.List;
import java.util.Optional;

/**
 * How many measured gains the predicted intervals contain: gains of one held-out row over another with a different configuration and a
 * near workload. Without read ratios, both rows have the same group of the workload knob. Of normal errors, one deviation contains 68 %
 * and two contain 95 %.
 *
 * @param pairs number of pairs
 * @param within1 pairs within one predicted deviation
 * @param within2 pairs within two predicted deviations
 */
public record GainCoverage(int pairs, int within1, int within2) {

    /** No gain was predicted. */
    public static final GainCoverage NONE = new GainCoverage(0, 0, 0);

    private static final int MOST_PAIRS = 2_000;
    private static final int MOST_LOOKS = 200_000;

    /** The largest difference of the read ratio within a pair. */
    private static final double NEAR = 0.1;

    /**
     * The coverage over at most 2,000 pairs.
     *
     * @param rows held-out rows
     * @param model trained without them
     */
    static GainCoverage of(MeasuredTable table, int[] rows, RegressionMethod.Predictor model) {
        RowGroups configurations = table.configurations();
        RowGroups workloads = table.workloads();
        GainCoverage counted = NONE;
        int looks = 0;
        for (int apart = 1; apart < rows.length; apart++) {
            for (int i = 0; i + apart < rows.length; i++) {
                if (counted.pairs == MOST_PAIRS || looks == MOST_LOOKS) {
                    return counted;
                }
                looks++;
                int from = rows[i];
                int to = rows[i + apart];
                boolean isPair = table.value(from) > 0
                        && configurations.of(from) != configurations.of(to)
                        && isNear(table, workloads, from, to);
                counted = isPair ? counted.with(table, from, to, model) : counted;
            }
        }
        return counted;
    }

    private static boolean isNear(MeasuredTable table, RowGroups workloads, int from, int to) {
        return table.hasReadRatios()
                ? table.workload(from).isNear(table.workload(to), NEAR)
                : workloads.of(from) == workloads.of(to);
    }

    private GainCoverage with(MeasuredTable table, int from, int to, RegressionMethod.Predictor model) {
        Optional<RelativeGain> gain = model.gain(from, to);
        if (gain.isEmpty()) {
            return this;
        }
        double error =
                Math.abs(table.value(to) / table.value(from) - 1 - gain.get().mean());
        return new GainCoverage(
                pairs + 1,
                within1 + (error <= gain.get().deviation() ? 1 : 0),
                within2 + (error <= 2 * gain.get().deviation() ? 1 : 0));
    }

    /** The sum over repeats. */
    static GainCoverage together(List<GainCoverage> parts) {
        return parts.stream()
                .reduce(
                        NONE,
                        (one, other) -> new GainCoverage(
                                one.pairs + other.pairs, one.within1 + other.within1, one.within2 + other.within2));
    }
}
