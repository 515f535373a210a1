package io.rafiki.trainer.table;

import io.rafiki.config.SpellingSuggestion;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a tidy CSV file as a table of measurements: one column is the target, the others are knobs.
 *
 * <p>The file is read twice, as a stream: first for the types of the columns, then for the values. Each column and row that is left
 * out becomes a line of {@link MeasuredTable#treatments()}.
 */
public final class CsvTable {

    /** The smallest number of rows for a validation. */
    public static final int FEWEST = 20;

    private static final double HEAP_SHARE = 0.4;
    private static final double MEBIBYTE = 1 << 20;

    private final CsvFile file;
    private final List<Column> columns;
    private final List<String> treatments = new ArrayList<>();
    private long rows;

    private CsvTable(CsvFile file) {
        this.file = file;
        columns = file.columns().stream().map(Column::new).toList();
    }

    /**
     * Reads a table.
     *
     * @param target name of the measured column
     * @param workload name of the column with the workload, if there is one; it is a knob like the others, and rows can be held out by
     *     it
     * @throws IOException with one line if the file is not a tidy table, or no column can be learnt from
     */
    public static MeasuredTable read(Path path, String target, Optional<String> workload) throws IOException {
        CsvTable table = new CsvTable(CsvFile.open(path));
        int measured = table.index("--target", target);
        if (workload.isPresent() && table.index("--workload", workload.get()) == measured) {
            throw table.file.refused(
                    0, "--workload: expected another column than the target, found " + target + " in both.");
        }
        return table.read(path, table.columns.get(measured), workload);
    }

    /** Reads a table without a workload, whose last column is the target. */
    public static MeasuredTable read(Path path) throws IOException {
        List<String> columns = CsvFile.open(path).columns();
        return read(path, columns.get(columns.size() - 1), Optional.empty());
    }

    private int index(String option, String name) throws IOException {
        List<String> names = file.columns();
        int index = names.indexOf(name);
        if (index < 0) {
            String advice = SpellingSuggestion.to(name, names)
                    .map(near -> "Did you mean " + near + "?")
                    .orElse("It has " + names(names, 12) + ".");
            throw file.refused(0, option + ": expected a column of the table, found " + name + ". " + advice);
        }
        return index;
    }

    private MeasuredTable read(Path path, Column target, Optional<String> workload) throws IOException {
        file.rows((line, cells) -> {
            rows++;
            for (int c = 0; c < cells.length; c++) {
                columns.get(c).add(line, cells[c]);
            }
        });
        if (rows < FEWEST) {
            throw file.refused(0, "expected at least " + FEWEST + " rows, found " + rows + ". Measure more.");
        }
        target.requireNumbers(file, "--target: ");
        if (target.isConstant()) {
            throw file.refused(
                    0,
                    "--target: expected different values in column " + target.name()
                            + ", found one value in all rows. There is nothing to learn.");
        }
        Map<Column, Knob> knobs = knobs(target, workload);
        checkMemory(knobs.size());
        KnobSpace space = new KnobSpace(List.copyOf(knobs.values()));
        return load(
                path,
                target,
                List.copyOf(knobs.keySet()),
                space,
                workload.map(space::indexOf).orElse(-1));
    }

    private Map<Column, Knob> knobs(Column target, Optional<String> workload) throws IOException {
        Map<Column, Knob> knobs = new LinkedHashMap<>();
        List<String> constant = new ArrayList<>();
        for (Column column : columns) {
            if (column == target) {
                continue;
            }
            if (!column.isConstant()) {
                knobs.put(column, column.knob(file, rows));
                continue;
            }
            constant.add(column.name());
            if (workload.equals(Optional.of(column.name()))) {
                throw file.refused(
                        0,
                        "--workload: expected a column with different workloads, found one value in all rows of "
                                + column.name() + ". Name another column, or none.");
            }
        }
        if (!constant.isEmpty()) {
            treatments.add(constant.size() + (constant.size() == 1 ? " column" : " columns") + " constant: left out: "
                    + names(constant, 8));
        }
        if (knobs.isEmpty()) {
            throw file.refused(
                    0,
                    "expected a column next to the target that differs between rows, found none: "
                            + String.join("; ", treatments) + ".");
        }
        return knobs;
    }

    private void checkMemory(int knobs) throws IOException {
        double needed = rows * (knobs + 6.0) * Double.BYTES;
        double heap = Runtime.getRuntime().maxMemory();
        if (needed > HEAP_SHARE * heap || rows * knobs > Integer.MAX_VALUE - 8L) {
            throw file.refused(
                    0,
                    String.format(
                            Locale.ROOT,
                            "expected a table that fits into memory, found %,d rows with %d knobs, which need %,.0f"
                                    + " MiB of a heap of %,.0f MiB. Give more by RAFIKI_JAVA_OPTS=-Xmx..., or draw some"
                                    + " rows.",
                            rows,
                            knobs,
                            needed / MEBIBYTE,
                            heap / MEBIBYTE));
        }
    }

    private MeasuredTable load(Path path, Column target, List<Column> knobs, KnobSpace space, int workload)
            throws IOException {
        CompleteRows complete = new CompleteRows(target, knobs);
        file.rows(complete::add);
        complete.missing.forEach((column, lines) -> treatments.add(lines.size() + (lines.size() == 1 ? " row" : " rows")
                + " left out: no value in column " + column + ", first in line " + lines.get(0)));
        boolean isConstant = Arrays.stream(complete.values, 0, complete.count)
                        .distinct()
                        .limit(2)
                        .count()
                < 2;
        if (complete.count < FEWEST || isConstant) {
            throw file.refused(
                    0,
                    "expected at least " + FEWEST + " rows with all their values and different targets, found "
                            + complete.count + (isConstant ? " equal" : "") + ": " + String.join("; ", treatments)
                            + ".");
        }
        return new MeasuredTable(
                path.toString(),
                target.name(),
                space,
                Arrays.copyOf(complete.codes, complete.count * knobs.size()),
                List.of(),
                Arrays.copyOf(complete.values, complete.count),
                workload,
                treatments);
    }

    /** Collects the rows that have all their values. */
    private final class CompleteRows {

        private final Column target;
        private final List<Column> knobs;
        private final int measured;
        private final int[] sources;
        private final double[] codes;
        private final double[] values;
        private final Map<String, List<Long>> missing = new LinkedHashMap<>();
        private int count;

        CompleteRows(Column target, List<Column> knobs) {
            this.target = target;
            this.knobs = knobs;
            this.measured = columns.indexOf(target);
            this.sources = knobs.stream().mapToInt(columns::indexOf).toArray();
            this.codes = new double[(int) rows * sources.length];
            this.values = new double[(int) rows];
        }

        void add(long line, String[] cells) {
            Optional<Column> blank = decode(cells);
            if (blank.isEmpty()) {
                count++;
            } else {
                missing.computeIfAbsent(blank.get().name(), column -> new ArrayList<>())
                        .add(line);
            }
        }

        /** Writes the row behind the complete ones, up to its first column without a value, which it returns. */
        private Optional<Column> decode(String[] cells) {
            values[count] = Column.number(cells[measured]);
            if (Double.isNaN(values[count])) {
                return Optional.of(target);
            }
            for (int k = 0; k < sources.length; k++) {
                double code = knobs.get(k).code(cells[sources[k]]);
                if (Double.isNaN(code)) {
                    return Optional.of(knobs.get(k));
                }
                codes[count * sources.length + k] = code;
            }
            return Optional.empty();
        }
    }

    private static String names(List<String> names, int most) {
        return String.join(", ", names.subList(0, Math.min(most, names.size())))
                + (names.size() > most ? " and " + (names.size() - most) + " more" : "");
    }
}
