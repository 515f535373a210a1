package io.rafiki.trainer.table;

import io.rafiki.config.Nearest;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads a CSV file as a table of measurements: one column is the target, the others are knobs by their content.
 *
 * <p>The file is read twice, as a stream: once to see what each column is, once for the numbers. Everything that is left out or
 * changed on the way becomes a line of {@link MeasuredTable#treatments()}.
 */
public final class CsvTable {

    /** Fewest rows that a table is validated with. */
    public static final int FEWEST = 20;

    private static final double HEAP_SHARE = 0.4;
    private static final double MEBIBYTE = 1 << 20;

    private final CsvFile file;
    private final Path path;
    private final int target;
    private final int workload;
    private final List<String> treatments = new ArrayList<>();

    private CsvTable(Path path, CsvFile file, int target, int workload) {
        this.path = path;
        this.file = file;
        this.target = target;
        this.workload = workload;
    }

    /**
     * Reads a table.
     *
     * @param target name of the column that was measured
     * @param workload name of the column that says what clients did, if there is one; it is a knob like the others, and rows can be
     *     withheld by it
     * @throws IOException with one line if the file is no table, or nothing can be learnt from it
     */
    public static MeasuredTable read(Path path, String target, Optional<String> workload) throws IOException {
        CsvFile file = CsvFile.open(path);
        int measured = index(file, "--target", target);
        int work = workload.isPresent() ? index(file, "--workload", workload.get()) : -1;
        if (work == measured) {
            throw file.refused(0, "--workload: expected another column than the target, found " + target + " in both.");
        }
        return new CsvTable(path, file, measured, work).read();
    }

    private static int index(CsvFile file, String option, String name) throws IOException {
        int index = file.columns().indexOf(name);
        if (index < 0) {
            List<String> names = file.columns();
            String advice = Nearest.to(name, names)
                    .map(near -> "Did you mean " + near + "?")
                    .orElse("It has " + String.join(", ", names.subList(0, Math.min(12, names.size())))
                            + (names.size() > 12 ? " and " + (names.size() - 12) + " more" : "") + ".");
            throw file.refused(0, option + ": expected a column of the table, found " + name + ". " + advice);
        }
        return index;
    }

    private MeasuredTable read() throws IOException {
        List<ColumnProfile> profiles = file.columns().stream()
                .map(name -> new ColumnProfile(name, file.isDecimalComma()))
                .toList();
        file.rows((line, cells) -> {
            for (int c = 0; c < cells.length; c++) {
                profiles.get(c).see(line, cells[c]);
            }
        });
        long rows = profiles.get(0).rows();
        if (rows < FEWEST) {
            throw file.refused(0, "expected at least " + FEWEST + " rows, found " + rows + ". Measure more.");
        }
        checkTarget(profiles.get(target));
        List<Column> columns = columns(profiles);
        List<Knob> knobs =
                columns.stream().flatMap(column -> column.asKnob().stream()).toList();
        if (knobs.isEmpty()) {
            throw file.refused(
                    0,
                    "expected a column beside the target that differs between rows, found none: "
                            + String.join("; ", treatments) + ".");
        }
        checkMemory(rows, knobs.size());
        return load((int) rows, columns, new KnobSpace(knobs));
    }

    private void checkTarget(ColumnProfile profile) throws IOException {
        if (profile.numeric() < Column.NUMERIC) {
            throw file.refused(
                    0,
                    "--target: expected numbers in column " + profile.name() + ", found others in " + profile.missing()
                            + " of " + profile.rows() + " rows (" + profile.oddity() + "). Name another column.");
        }
        if (profile.least() == profile.greatest()) {
            throw file.refused(
                    0,
                    "--target: expected values that differ in column " + profile.name() + ", found " + profile.least()
                            + " in all rows. There is nothing to learn.");
        }
    }

    private List<Column> columns(List<ColumnProfile> profiles) throws IOException {
        List<Column> columns = new ArrayList<>();
        for (int c = 0; c < profiles.size(); c++) {
            Column column = c == target
                    ? new Column.Left("target")
                    : Column.of(profiles.get(c), file.isUnnamed(c), file.isDecimalComma());
            if (c == workload && column instanceof Column.Left left) {
                throw file.refused(
                        0,
                        "--workload: expected a column that tells workloads apart, found "
                                + profiles.get(c).name() + " left out: " + left.reason() + ". Name another, or none.");
            }
            columns.add(column);
        }
        sayConstant(columns, profiles);
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c) instanceof Column.Left left && c != target && !left.isConstant()) {
                treatments.add("column " + profiles.get(c).name() + " left out: " + left.reason());
            } else if (columns.get(c) instanceof Column.Choices
                    && profiles.get(c).blanks() > 0) {
                treatments.add("column " + profiles.get(c).name() + ": "
                        + profiles.get(c).blanks() + " blank cells are a choice of their own");
            }
        }
        List<String> commas = profiles.stream()
                .filter(ColumnProfile::hasCommas)
                .filter(profile -> profile.numeric() >= Column.NUMERIC)
                .map(ColumnProfile::name)
                .toList();
        if (!commas.isEmpty()) {
            treatments.add((file.isDecimalComma() ? "commas are decimal points in " : "commas separate thousands in ")
                    + names(commas));
        }
        return columns;
    }

    private void sayConstant(List<Column> columns, List<ColumnProfile> profiles) {
        List<String> constant = new ArrayList<>();
        for (int c = 0; c < columns.size(); c++) {
            if (columns.get(c) instanceof Column.Left left && left.isConstant()) {
                constant.add(profiles.get(c).name());
            }
        }
        if (!constant.isEmpty()) {
            treatments.add(constant.size() + (constant.size() == 1 ? " column" : " columns") + " constant: left out: "
                    + names(constant));
        }
    }

    private void checkMemory(long rows, int knobs) throws IOException {
        double needed = rows * (knobs + 6.0) * Double.BYTES;
        double heap = Runtime.getRuntime().maxMemory();
        if (needed > HEAP_SHARE * heap || rows * knobs > Integer.MAX_VALUE - 8L) {
            throw file.refused(
                    0,
                    String.format(
                            Locale.ROOT,
                            "expected a table that fits into memory, found %,d rows with %d knobs, which need %,.0f MiB"
                                    + " of a heap of %,.0f MiB. Give more by RAFIKI_JAVA_OPTS=-Xmx..., or draw some rows.",
                            rows,
                            knobs,
                            needed / MEBIBYTE,
                            heap / MEBIBYTE));
        }
    }

    private MeasuredTable load(int rows, List<Column> columns, KnobSpace space) throws IOException {
        RowLoader loader = new RowLoader(file, columns, target, rows);
        file.rows(loader);
        treatments.addAll(loader.treatments());
        if (loader.kept() < FEWEST || loader.isConstant()) {
            throw file.refused(
                    0,
                    "expected at least " + FEWEST + " rows with all their numbers and values that differ, found "
                            + loader.kept() + (loader.isConstant() ? " equal" : "") + ": "
                            + String.join("; ", treatments) + ".");
        }
        return new MeasuredTable(
                path.toString(),
                file.columns().get(target),
                space,
                loader.codes(),
                new double[0],
                loader.values(),
                workload < 0 ? -1 : space.indexOf(file.columns().get(workload)),
                treatments);
    }

    private static String names(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(8, names.size())))
                + (names.size() > 8 ? " and " + (names.size() - 8) + " more" : "");
    }
}
