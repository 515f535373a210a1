package io.rafiki.trainer.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a first reading finds out about a column, so that it can be decided what it is. */
final class ColumnProfile {

    /** More different texts than this are names, not choices. */
    static final int MOST_CHOICES = 100;

    private static final double EXACT = 1L << 53;

    private final String name;
    private final boolean comma;
    private final Set<String> texts = new LinkedHashSet<>();
    private long rows;
    private long numbers;
    private long blanks;
    private long missing;
    private long flags;
    private long commas;
    private boolean whole = true;
    private boolean counting = true;
    private double least = Double.POSITIVE_INFINITY;
    private double greatest = Double.NEGATIVE_INFINITY;
    private double first;
    private long oddLine;
    private String odd;

    ColumnProfile(String name, boolean comma) {
        this.name = name;
        this.comma = comma;
    }

    void see(long line, String cell) {
        double number = Cells.number(cell, comma);
        if (Double.isNaN(number)) {
            counting = false;
            if (oddLine == 0) {
                oddLine = line;
                odd = cell;
            }
            blanks += cell.isEmpty() ? 1 : 0;
            missing += Cells.isMissing(cell) ? 1 : 0;
            flags += Double.isNaN(Cells.flag(cell)) ? 0 : 1;
        } else {
            first = rows == 0 ? number : first;
            counting &= number == first + rows;
            numbers++;
            commas += cell.indexOf(',') >= 0 ? 1 : 0;
            whole &= number == Math.rint(number) && Math.abs(number) <= EXACT;
            least = Math.min(least, number);
            greatest = Math.max(greatest, number);
        }
        rows++;
        if (texts.size() <= MOST_CHOICES) {
            texts.add(Cells.choice(cell));
        }
    }

    String name() {
        return name;
    }

    long rows() {
        return rows;
    }

    long blanks() {
        return blanks;
    }

    /** Rows without a number. */
    long missing() {
        return rows - numbers;
    }

    /** Share of numbers among the cells that are neither blank nor marked as missing. */
    double numeric() {
        return rows == missing ? 0 : (double) numbers / (rows - missing);
    }

    /** Whether every cell is a word for yes or no. */
    boolean isFlag() {
        return rows > 0 && flags == rows;
    }

    boolean isWhole() {
        return whole;
    }

    /** Whether the column counts the rows: each number is one more than that above it. */
    boolean isCounting() {
        return counting && rows > 1;
    }

    /** Whether the column's numbers could be those of the rows in another order: whole, and as far apart as there are rows. */
    boolean isNumbering() {
        return whole && numbers == rows && greatest - least == rows - 1;
    }

    boolean hasCommas() {
        return commas > 0;
    }

    double least() {
        return least;
    }

    double greatest() {
        return greatest;
    }

    /** Different texts; one more than {@link #MOST_CHOICES} where there are more. */
    int distinct() {
        return texts.size();
    }

    /** The different texts, sorted. */
    List<String> choices() {
        List<String> sorted = new ArrayList<>(texts);
        sorted.sort(Comparator.naturalOrder());
        return sorted;
    }

    /** The first cell that is no number, with its line: {@code line 17: "abc"}. */
    String oddity() {
        return "line " + oddLine + ": " + (odd.isEmpty() ? "blank" : "\"" + shortened(odd) + "\"");
    }

    /** One of the texts, for a message: {@code "abc"}. */
    String example() {
        return "\"" + shortened(texts.iterator().next()) + "\"";
    }

    private static String shortened(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }
}
