package io.rafiki.trainer.operator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Aligned text: maps as two columns, rows with a header; widths follow the content. */
public final class TextTable {

    private TextTable() {}

    /** One line per entry: name, two spaces at least, value. */
    public static String pairs(Map<String, ?> pairs) {
        return lines(pairs.entrySet().stream()
                .map(entry -> List.of(entry.getKey(), text(entry.getValue())))
                .toList());
    }

    /**
     * A header and one line per row.
     *
     * @param columns the keys to show, in order
     * @param rows each a map with some of these keys; an absent one is shown as {@code -}
     */
    public static String rows(List<String> columns, List<? extends Map<String, ?>> rows) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns);
        for (Map<String, ?> row : rows) {
            lines.add(columns.stream().map(column -> text(row.get(column))).toList());
        }
        return lines(lines);
    }

    private static String lines(List<List<String>> lines) {
        int columns = lines.stream().mapToInt(List::size).max().orElse(0);
        List<Integer> widths = new ArrayList<>(Collections.nCopies(columns, 0));
        for (List<String> line : lines) {
            for (int i = 0; i < line.size(); i++) {
                widths.set(i, Math.max(widths.get(i), line.get(i).length()));
            }
        }
        return lines.stream().map(line -> line(line, widths)).collect(Collectors.joining(System.lineSeparator()));
    }

    private static String line(List<String> cells, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            line.append(cells.get(i));
            if (i < cells.size() - 1) {
                line.append(" ".repeat(widths.get(i) - cells.get(i).length() + 2));
            }
        }
        return line.toString();
    }

    private static String text(Object value) {
        if (value instanceof Double number) {
            return number.isNaN() ? "-" : String.format(Locale.ROOT, "%.4g", number);
        }
        return Objects.toString(value, "-");
    }
}
