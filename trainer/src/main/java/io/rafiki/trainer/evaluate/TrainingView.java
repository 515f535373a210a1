package io.rafiki.trainer.evaluate;

import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.trainer.table.MeasuredTable;
import java.util.Arrays;

/**
 * The training rows of a method, with the same inputs as the ensemble's networks, so that methods are comparable.
 *
 * <p>Baselines learn the logarithm of the target if the training values are positive and span more than a decade.
 */
final class TrainingView {

    private static final double DECADE = 10;

    private final MeasuredTable table;
    private final FeatureEncoder encoding;
    private final int[] rows;
    private final double[] values;
    private final double least;
    private final double greatest;

    TrainingView(MeasuredTable table, int[] rows) {
        this.table = table;
        this.rows = rows.clone();
        encoding = FeatureEncoder.varying(
                table.space(),
                Arrays.stream(rows).mapToObj(table::workload).toList(),
                Arrays.stream(rows).mapToObj(table::configuration).toList());
        values = Arrays.stream(rows).mapToDouble(table::value).toArray();
        least = Arrays.stream(values).min().orElse(0);
        greatest = Arrays.stream(values).max().orElse(0);
    }

    MeasuredTable table() {
        return table;
    }

    int size() {
        return rows.length;
    }

    int row(int index) {
        return rows[index];
    }

    double mean() {
        return Arrays.stream(values).average().orElse(0);
    }

    boolean isLogarithmic() {
        return isLogarithmic(least, greatest);
    }

    /** Whether baselines learn the logarithm of training values in this range. */
    static boolean isLogarithmic(double least, double greatest) {
        return least > 0 && greatest / least > DECADE;
    }

    /**
     * The inputs of the training rows, one array per row, without constant inputs.
     *
     * @throws IllegalArgumentException if all inputs are constant
     */
    double[][] inputs() {
        if (encoding.size() == 0) {
            throw new IllegalArgumentException("expected training rows that differ in a knob, found none");
        }
        return Arrays.stream(rows).mapToObj(this::inputs).toArray(double[][]::new);
    }

    /** The inputs of any row of the table. */
    double[] inputs(int row) {
        double[] codes = new double[table.space().size()];
        table.copyCodes(row, codes, 0);
        return encoding.encode(table.workload(row), codes);
    }

    /** The target values, or their logarithms. */
    double[] learnt() {
        return isLogarithmic() ? Arrays.stream(values).map(Math::log).toArray() : values.clone();
    }

    /**
     * The target value for the output of a baseline. A logarithm is limited to the training range, extended by its width on both sides.
     * Otherwise a single row could dominate all errors of the baseline.
     */
    double value(double learnt) {
        if (!isLogarithmic()) {
            return learnt;
        }
        double width = Math.log(greatest) - Math.log(least);
        return Math.exp(Math.max(Math.log(least) - width, Math.min(Math.log(greatest) + width, learnt)));
    }
}
