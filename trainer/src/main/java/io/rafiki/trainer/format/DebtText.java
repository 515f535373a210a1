package io.rafiki.trainer.format;

import java.util.List;

/** The compaction debt of a node as a reader sees it: live sstables, and compactions that wait. */
public final class DebtText {

    private static final List<String> COLUMNS = List.of("sstables at the end", "compactions pending");

    private DebtText() {}

    /** {@code 41 sstables, 3 compactions pending}. */
    public static String text(double sstables, double pending) {
        return HumanUnits.count(sstables) + " sstables, " + HumanUnits.count(pending) + " compactions pending";
    }

    /** The titles of the columns of {@link #cells}. */
    public static List<String> columns() {
        return COLUMNS;
    }

    /** {@code 41} and {@code 3}. */
    public static List<String> cells(double sstables, double pending) {
        return List.of(HumanUnits.count(sstables), HumanUnits.count(pending));
    }

    /** The titles of the columns of {@link #besideBaseline}. */
    public static List<String> columnsBesideBaseline() {
        return COLUMNS.stream().map(title -> title + " (baseline)").toList();
    }

    /** {@code 12 (41)} and {@code 0 (3)}: cells with those of the baseline. */
    public static List<String> besideBaseline(List<String> cells, List<String> baseline) {
        return List.of(cells.get(0) + " (" + baseline.get(0) + ")", cells.get(1) + " (" + baseline.get(1) + ")");
    }
}
