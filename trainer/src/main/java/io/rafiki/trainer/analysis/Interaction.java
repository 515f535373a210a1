package io.rafiki.trainer.analysis;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.surrogate.TrainingDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The interaction of two knobs (Rafiki Figure 6): the table of predictions over both, with the other knobs fixed, minus its row and column
 * effects. The table leaves out rows and columns until it has no configuration that a constraint forbids.
 *
 * @param first knob of the rows
 * @param second knob of the columns
 * @param rows values of the first
 * @param columns values of the second
 * @param predicted throughput, one list per row
 * @param strength standard deviation of the non-additive part of the table, as a share of the table's mean
 * @param deviation disagreement of the members on that part, over the cells, as a share of the same mean
 */
public record Interaction(
        String first,
        String second,
        List<Object> rows,
        List<Object> columns,
        List<List<Double>> predicted,
        double strength,
        double deviation) {

    private static final int NUMBERS = 5;

    /** By chance alone, the non-additive part is as strong as the deviation, and rarely twice as strong. */
    private static final double BY_CHANCE = 2;

    /** The rounding error of an additive table. */
    private static final double ROUNDING = 1e-9;

    public Interaction {
        rows = List.copyOf(rows);
        columns = List.copyOf(columns);
        predicted = predicted.stream().map(List::copyOf).toList();
    }

    /** Whether the strength exceeds what chance causes. */
    public boolean isDistinguishable() {
        return strength > Math.max(BY_CHANCE * deviation, ROUNDING);
    }

    /** Empty if the constraints, with the other knobs fixed, permit fewer than two values of one of the knobs. */
    static Optional<Interaction> of(
            PointPredictor probe, Configuration chosen, int first, int second, TrainingDomain seen) {
        Knob one = chosen.space().knob(first);
        Knob other = chosen.space().knob(second);
        List<Double> rows = values(chosen, first, seen);
        List<Double> columns = values(chosen, second, seen);
        removeForbidden(rows, columns, (row, column) -> chosen.space()
                .broken(cell(chosen, first, row, second, column))
                .isPresent());
        if (rows.size() < 2 || columns.size() < 2) {
            return Optional.empty();
        }
        int width = columns.size();
        List<double[]> cells = new ArrayList<>();
        for (double row : rows) {
            for (double column : columns) {
                cells.add(cell(chosen, first, row, second, column));
            }
        }
        EnsemblePrediction answer = probe.ask(cells);
        double mean = Arrays.stream(answer.model()).average().orElse(Double.NaN);
        double strength = rootMeanSquare(remainder(answer.model(), width)) / Math.abs(mean);
        double[] disagreement = new double[cells.size()];
        for (int c = 0; c < disagreement.length; c++) {
            int cell = c;
            disagreement[c] = answer.of(table -> remainder(table, width)[cell]).deviation();
        }
        return Optional.of(new Interaction(
                one.name(),
                other.name(),
                rows.stream().map(one::value).toList(),
                columns.stream().map(other::value).toList(),
                table(answer.model(), width),
                strength,
                rootMeanSquare(disagreement) / Math.abs(mean)));
    }

    private static List<Double> values(Configuration chosen, int knob, TrainingDomain seen) {
        return Arrays.stream(KnobGrid.codes(chosen, knob, seen.knobs().get(knob), NUMBERS))
                .boxed()
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static double[] cell(Configuration chosen, int first, double row, int second, double column) {
        double[] codes = chosen.codes();
        codes[first] = row;
        codes[second] = column;
        return codes;
    }

    /** Removes the row or column with the most forbidden cells, until no cell is forbidden. */
    private static void removeForbidden(
            List<Double> rows, List<Double> columns, BiPredicate<Double, Double> isForbidden) {
        ToLongFunction<Double> inRow = row ->
                columns.stream().filter(column -> isForbidden.test(row, column)).count();
        ToLongFunction<Double> inColumn = column ->
                rows.stream().filter(row -> isForbidden.test(row, column)).count();
        while (!rows.isEmpty() && !columns.isEmpty()) {
            Double row = Collections.max(rows, Comparator.comparingLong(inRow));
            Double column = Collections.max(columns, Comparator.comparingLong(inColumn));
            if (inRow.applyAsLong(row) == 0) {
                return;
            }
            if (inRow.applyAsLong(row) >= inColumn.applyAsLong(column)) {
                rows.remove(row);
            } else {
                columns.remove(column);
            }
        }
    }

    /** The table, row by row, minus the means of its rows and columns. */
    private static double[] remainder(double[] table, int columns) {
        int rows = table.length / columns;
        double[] ofRow = new double[rows];
        double[] ofColumn = new double[columns];
        double mean = 0;
        for (int i = 0; i < table.length; i++) {
            ofRow[i / columns] += table[i] / columns;
            ofColumn[i % columns] += table[i] / rows;
            mean += table[i] / table.length;
        }
        double[] remainder = new double[table.length];
        for (int i = 0; i < table.length; i++) {
            remainder[i] = table[i] - ofRow[i / columns] - ofColumn[i % columns] + mean;
        }
        return remainder;
    }

    private static double rootMeanSquare(double[] values) {
        return Math.sqrt(
                Arrays.stream(values).map(value -> value * value).average().orElse(0));
    }

    private static List<List<Double>> table(double[] values, int columns) {
        List<List<Double>> table = new ArrayList<>();
        for (int from = 0; from < values.length; from += columns) {
            table.add(Arrays.stream(values, from, from + columns).boxed().toList());
        }
        return table;
    }
}
