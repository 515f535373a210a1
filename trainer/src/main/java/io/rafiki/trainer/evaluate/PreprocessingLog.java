package io.rafiki.trainer.evaluate;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.trainer.table.MeasuredTable;
import io.rafiki.trainer.table.RowGroups;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** Describes special properties of a table and their treatment, one line each. */
final class PreprocessingLog {

    private PreprocessingLog() {}

    /** The properties of the table itself. */
    static List<String> of(MeasuredTable table) {
        List<String> lines = new ArrayList<>();
        duplicates(table, lines);
        int zero = 0;
        int negative = 0;
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (int row = 0; row < table.rows(); row++) {
            zero += table.value(row) == 0 ? 1 : 0;
            negative += table.value(row) < 0 ? 1 : 0;
            least = table.value(row) > 0 ? Math.min(least, table.value(row)) : least;
            greatest = Math.max(greatest, table.value(row));
        }
        if (zero > 0) {
            lines.add(rows(zero)
                    + " with a target of 0: left out of MAPE, which is not defined there, and of nothing else");
        }
        if (negative > 0) {
            lines.add(rows(negative) + " with a target below 0: MAPE is relative to its size");
        }
        if (TrainingView.isLogarithmic(least, greatest)) {
            lines.add("training values that are positive and span more than a decade: adam, forest and linear learn"
                    + " their logarithm");
        }
        return lines;
    }

    private static void duplicates(MeasuredTable table, List<String> lines) {
        RowGroups points = table.points();
        int repeated = table.rows() - points.size();
        if (repeated == 0) {
            return;
        }
        double[] first = new double[points.size()];
        boolean[] seen = new boolean[points.size()];
        int different = 0;
        for (int row = 0; row < table.rows(); row++) {
            int point = points.of(row);
            different += seen[point] && first[point] != table.value(row) ? 1 : 0;
            first[point] = seen[point] ? first[point] : table.value(row);
            seen[point] = true;
        }
        lines.add(
                rows(repeated) + (repeated == 1 ? " repeats" : " repeat") + " all knobs of an earlier one, " + different
                        + " with a different result: all kept; rows drawn at random may have one in training and one"
                        + " in the test");
    }

    /** Categorical values that are absent from the training rows. */
    static List<String> unseen(MeasuredTable table, List<SplitProtocol> protocols, int repeats) {
        int[] knobs = IntStream.range(0, table.space().size())
                .filter(knob -> table.space().knob(knob) instanceof CategoricalKnob)
                .toArray();
        List<String> lines = new ArrayList<>();
        for (SplitProtocol protocol : knobs.length == 0 ? List.<SplitProtocol>of() : protocols) {
            for (int size : protocol.sizes()) {
                long rows = 0;
                int splits = 0;
                for (int repeat = 0; repeat < repeats; repeat++) {
                    long here = unseen(table, protocol.split(repeat, size), knobs);
                    rows += here;
                    splits += here > 0 ? 1 : 0;
                }
                if (rows > 0) {
                    lines.add(String.format(
                            Locale.ROOT,
                            "%d training rows (%s): in %d of %d repeats some test rows, %.0f on average, have a choice"
                                    + " that no training row has: predicted from their other knobs",
                            size,
                            protocol.name(),
                            splits,
                            repeats,
                            (double) rows / splits));
                }
            }
        }
        return lines;
    }

    private static long unseen(MeasuredTable table, Split split, int[] knobs) {
        boolean[][] seen = new boolean[knobs.length][];
        for (int k = 0; k < knobs.length; k++) {
            seen[k] = new boolean
                    [((CategoricalKnob) table.space().knob(knobs[k])).choices().size()];
        }
        for (int row : split.train()) {
            for (int k = 0; k < knobs.length; k++) {
                seen[k][(int) table.code(row, knobs[k])] = true;
            }
        }
        return IntStream.of(split.test())
                .filter(row ->
                        IntStream.range(0, knobs.length).anyMatch(k -> !seen[k][(int) table.code(row, knobs[k])]))
                .count();
    }

    /** Failed trainings, and predictions that were not finite. */
    static List<String> warnings(Map<EvaluationTask, EvaluationTask.Outcome> outcomes) {
        Map<String, Integer> refused = new LinkedHashMap<>();
        Map<String, Integer> replaced = new LinkedHashMap<>();
        outcomes.forEach((task, outcome) -> {
            String what = task.method().name() + " on " + task.size() + " rows ("
                    + task.protocol().name() + ")";
            if (outcome.refusal() != null) {
                refused.merge(
                        what + ": the mean was predicted, because nothing could be learnt: " + outcome.refusal(),
                        1,
                        Integer::sum);
            }
            if (outcome.replaced() > 0) {
                replaced.merge(what, outcome.replaced(), Integer::sum);
            }
        });
        List<String> lines = new ArrayList<>();
        refused.forEach(
                (what, repeats) -> lines.add(what + " (" + repeats + (repeats == 1 ? " repeat)" : " repeats)")));
        replaced.forEach((what, rows) ->
                lines.add(what + ": " + rows(rows) + " predicted beyond all numbers, the mean put in their place"));
        return lines;
    }

    private static String rows(int count) {
        return count + (count == 1 ? " row" : " rows");
    }
}
