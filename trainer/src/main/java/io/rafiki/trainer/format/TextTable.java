package io.rafiki.trainer.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A table of aligned text. Column widths follow the content. Columns of figures are aligned to the right; the first column and columns
 * of words to the left.
 */
public final class TextTable {

    private static final String NL = System.lineSeparator();
    private static final String GAP = "  ";
    private static final Pattern FIGURE =
            Pattern.compile("(?:< |[-+])?\\d(?:[^A-Za-z]|\\b(?:ms|s|min|h|ops/s|[KMG]?i?B|of)\\b)*|-(?: / .*)?|");

    private final List<String> head;
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... head) {
        this(Arrays.asList(head));
    }

    /** @param head names of the columns */
    public TextTable(List<String> head) {
        this.head = List.copyOf(head);
    }

    /** Name and value on each line; a value of several lines is indented to the first. */
    public static String pairs(Map<String, ?> pairs) {
        int width = pairs.keySet().stream().mapToInt(String::length).max().orElse(0) + GAP.length();
        return pairs.entrySet().stream()
                .map(pair -> padded(pair.getKey(), width)
                        + text(pair.getValue()).lines().collect(Collectors.joining(NL + " ".repeat(width))))
                .map(String::stripTrailing)
                .collect(Collectors.joining(NL));
    }

    /**
     * A header and one line per row.
     *
     * @param columns the keys to show, in order
     * @param rows each a map with some of these keys
     */
    public static String rows(List<String> columns, List<? extends Map<String, ?>> rows) {
        TextTable table = new TextTable(columns);
        rows.forEach(row -> table.row(columns.stream().map(row::get).toArray()));
        return table.text();
    }

    /** Adds a row, which may be shorter than the head; null is shown as {@link HumanUnits#ABSENT}. */
    public TextTable row(Object... cells) {
        return row(Arrays.asList(cells));
    }

    /** Adds a row, which may be shorter than the head. */
    public TextTable row(List<?> cells) {
        rows.add(cells.stream().map(TextTable::text).toList());
        return this;
    }

    /** The head and one line for each row, without a line break at the end. */
    public String text() {
        BitSet figures = figures();
        int[] widths = new int[head.size()];
        for (int column = 0; column < widths.length; column++) {
            int at = column;
            widths[column] = lines().stream()
                    .filter(line -> at < line.size())
                    .mapToInt(line -> line.get(at).length())
                    .max()
                    .orElse(0);
        }
        return lines().stream().map(line -> line(line, widths, figures)).collect(Collectors.joining(NL));
    }

    private List<List<String>> lines() {
        List<List<String>> lines = new ArrayList<>(List.of(head));
        lines.addAll(rows);
        return lines;
    }

    private BitSet figures() {
        BitSet figures = new BitSet();
        for (int column = 1; column < head.size(); column++) {
            int at = column;
            figures.set(column, rows.stream().filter(row -> at < row.size()).allMatch(row -> FIGURE.matcher(row.get(at))
                    .matches()));
        }
        return figures;
    }

    private static String line(List<String> cells, int[] widths, BitSet figures) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            line.append(column == 0 ? "" : GAP)
                    .append(
                            figures.get(column)
                                    ? " ".repeat(widths[column] - cell.length()) + cell
                                    : padded(cell, widths[column]));
        }
        return line.toString().stripTrailing();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    private static String text(Object value) {
        return value instanceof Double number ? HumanUnits.number(number) : Objects.toString(value, HumanUnits.ABSENT);
    }
}
