package io.rafiki.trainer.table;

import java.util.Arrays;
import java.util.Locale;

/** Rows that belong together: each row has the number of its group, counted from 0 in the order of the rows. */
public final class Grouping {

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

    private Grouping(int[] groups, int size, String rule) {
        this.groups = groups;
        this.size = size;
        this.rule = rule;
    }

    /** One group for all rows. */
    static Grouping one(int rows) {
        return new Grouping(new int[rows], 1, "all rows together");
    }

    /** Rows whose keys are equal in all columns. */
    static Grouping equal(int rows, int[] columns, Key key) {
        int[] slots = new int[Integer.highestOneBit(Math.max(1, rows)) * 4];
        Arrays.fill(slots, -1);
        int[] firsts = new int[rows];
        int[] groups = new int[rows];
        int size = 0;
        for (int row = 0; row < rows; row++) {
            int slot = hash(row, columns, key) & (slots.length - 1);
            while (slots[slot] >= 0 && !same(firsts[slots[slot]], row, columns, key)) {
                slot = (slot + 1) & (slots.length - 1);
            }
            if (slots[slot] < 0) {
                slots[slot] = size;
                firsts[size++] = row;
            }
            groups[row] = slots[slot];
        }
        return new Grouping(groups, size, "by all knobs");
    }

    /** Rows with the same number. */
    static Grouping byValue(String name, double[] numbers) {
        Grouping equal = equal(numbers.length, new int[1], (row, column) -> numbers[row]);
        return new Grouping(equal.groups, equal.size, equal.size + " values of " + name);
    }

    /** Rows with the same number, or, where there are many, in ten bands of equal width. */
    static Grouping byNumber(String name, double[] numbers, double least, double greatest) {
        Grouping exact = byValue(name, numbers);
        if (exact.size() <= MOST_VALUES) {
            return exact;
        }
        Grouping bands = equal(
                numbers.length,
                new int[1],
                (row, column) -> Math.min(BANDS - 1, Math.floor(BANDS * (numbers[row] - least) / (greatest - least))));
        return new Grouping(
                bands.groups,
                bands.size,
                String.format(
                        Locale.ROOT, "%d bands of %s, each %.4g wide", bands.size, name, (greatest - least) / BANDS));
    }

    /** The number of groups. */
    public int size() {
        return size;
    }

    /** The group of a row. */
    public int of(int row) {
        return groups[row];
    }

    public int rows() {
        return groups.length;
    }

    /** By what rows were put together, in words. */
    public String rule() {
        return rule;
    }

    private static int hash(int row, int[] columns, Key key) {
        long hash = 0;
        for (int column : columns) {
            hash = (hash ^ Double.doubleToLongBits(key.at(row, column))) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        return (int) (hash ^ (hash >>> 32));
    }

    private static boolean same(int a, int b, int[] columns, Key key) {
        for (int column : columns) {
            if (key.at(a, column) != key.at(b, column)) {
                return false;
            }
        }
        return true;
    }
}
