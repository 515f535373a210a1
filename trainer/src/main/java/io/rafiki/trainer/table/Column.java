package io.rafiki.trainer.table;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.RealKnob;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A column of a table. Its cells declare its type: whole numbers, real numbers, or texts as choices. A blank cell is a missing value. */
final class Column {

    private static final int MAX_CHOICES = 100;
    private static final double EXACT = 1L << 53;
    private static final Pattern NUMBER = Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");

    private final String name;
    private final SortedSet<String> texts = new TreeSet<>();
    private boolean whole = true;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;
    private long numberLine;
    private long textLine;
    private String text = "";
    private List<String> choices = List.of();

    Column(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** The number in a cell; {@link Double#NaN} if the cell holds no finite number. */
    static double number(String cell) {
        double number = NUMBER.matcher(cell).matches() ? Double.parseDouble(cell) : Double.NaN;
        return Double.isInfinite(number) ? Double.NaN : number;
    }

    /** Adds a cell to the cells that declare the type. */
    void add(long line, String cell) {
        double number = number(cell);
        if (!Double.isNaN(number)) {
            numberLine = numberLine == 0 ? line : numberLine;
            whole &= number == Math.rint(number) && Math.abs(number) <= EXACT;
            min = Math.min(min, number);
            max = Math.max(max, number);
        } else if (!cell.isEmpty()) {
            if (textLine == 0) {
                textLine = line;
                text = cell.length() > 40 ? cell.substring(0, 40) + "..." : cell;
            }
            if (texts.size() <= MAX_CHOICES) {
                texts.add(cell);
            }
        }
    }

    /** Whether all cells are the same, or blank. */
    boolean isConstant() {
        return textLine == 0 ? min >= max : numberLine == 0 && texts.size() == 1;
    }

    /**
     * Requires that no cell is a text.
     *
     * @param prefix of the message, such as the option that names the column
     */
    void requireNumbers(CsvFile file, String prefix) throws IOException {
        if (textLine > 0) {
            throw file.refused(
                    textLine,
                    prefix + "column " + name + ": expected numbers, found \"" + text
                            + "\". Leave missing values blank.");
        }
    }

    /**
     * The column as a knob.
     *
     * @throws IOException if the column mixes numbers and texts, or has too many different texts to be choices
     */
    Knob knob(CsvFile file, long rows) throws IOException {
        if (numberLine > 0) {
            requireNumbers(file, "");
            return whole
                    ? new IntegerKnob(name, "", (long) min, (long) max, Map.of(), min)
                    : new RealKnob(name, "", min, max, min);
        }
        if (texts.size() > MAX_CHOICES || (texts.size() > 20 && texts.size() > rows / 2)) {
            throw file.refused(
                    textLine,
                    "column " + name + ": expected numbers or at most " + MAX_CHOICES
                            + " choices, found a different text in most rows, such as \"" + text
                            + "\". Remove the column.");
        }
        choices = List.copyOf(texts);
        return new CategoricalKnob(name, choices, 0);
    }

    /** The code of a cell; {@link Double#NaN} if the value is missing. */
    double code(String cell) {
        if (numberLine > 0) {
            return number(cell);
        }
        int code = Collections.binarySearch(choices, cell);
        return code < 0 ? Double.NaN : code;
    }
}
