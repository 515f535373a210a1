package io.rafiki.trainer.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Rows that belong together: each row has the number of its group, counted from 0 in the order of the rows. */
public final class RowGroups {

    /** More different numbers than this are grouped in bands. */
    static final int MOST_VALUES = 20;

    private static final int BANDS = 10;

    /** A cell of a row's key. */
    interface Key {
        double at(int row, int column);
    }

    private final int[] groups;
    private final int size;
    private final String rule;

    private RowGroups(int[] groups, int size, String rule) {
        this.groups = groups;
        this.size = size;
        this.rule = rule;
    }

    static RowGroups one(int rows) {
        return new RowGroups(new int[rows], 1, "all rows together");
    }

    static RowGroups equal(int rows, int[] columns, Key key) {
        Map<List<Double>, Integer> numbers = new HashMap<>();
        int[] groups = new int[rows];
        for (int row = 0; row < rows; row++) {
            List<Double> cells = new ArrayList<>(columns.length);
            for (int column : columns) {
                // -0.0 is the same key as 0.0
                cells.add(key.at(row, column) + 0.0);
            }
            Integer group = numbers.putIfAbsent(cells, numbers.size());
            groups[row] = group == null ? numbers.size() - 1 : group;
        }
        return new RowGroups(groups, numbers.size(), "by all knobs");
    }

    /** Rows with the same number. */
    static RowGroups byValue(String name, double[] numbers) {
        RowGroups equal = equal(numbers.length, new int[1], (row, column) -> numbers[row]);
        return new RowGroups(equal.groups, equal.size, equal.size + " values of " + name);
    }

    /** Rows with the same number, or, where there are many, in ten bands of equal width. */
    static RowGroups byNumber(String name, double[] numbers, double least, double greatest) {
        RowGroups exact = byValue(name, numbers);
        if (exact.size() <= MOST_VALUES) {
            return exact;
        }
        RowGroups bands = equal(
                numbers.length,
                new int[1],
                (row, column) -> Math.min(BANDS - 1, Math.floor(BANDS * (numbers[row] - least) / (greatest - least))));
        return new RowGroups(
                bands.groups,
                bands.size,
                String.format(
                        Locale.ROOT, "%d bands of %s, each %.4g wide", bands.size, name, (greatest - least) / BANDS));
    }

    public int size() {
        return size;
    }

    public int of(int row) {
        return groups[row];
    }

    public int rows() {
        return groups.length;
    }

    /** The rule of the grouping, in words. */
    public String rule() {
        return rule;
    }
}
