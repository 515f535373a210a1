package io.rafiki.trainer.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A table of a page. A narrow screen scrolls the table within its own box.
 *
 * @param label what the table contains, for screen readers
 * @param columns with their titles; without any title the table has no header
 * @param rows added so far
 */
record DataTable(String label, List<Column> columns, List<Row> rows) {

    /**
     * A column.
     *
     * @param style class in the style sheet; empty for numbers, which are aligned to the right
     */
    record Column(String title, String style) {

        static Column number(String title) {
            return new Column(title, "");
        }

        static Column text(String title) {
            return new Column(title, "text");
        }

        /** A column of long text. */
        static Column wide(String title) {
            return new Column(title, "text wide");
        }
    }

    /** @param emphasis class in the style sheet: strong, warning or empty */
    record Row(List<Cell> cells, String emphasis) {}

    /** @param html the cell's text with markup */
    record Cell(String html, String style) {}

    static DataTable of(String label, Column... columns) {
        return new DataTable(label, List.copyOf(Arrays.asList(columns)), new ArrayList<>());
    }

    static DataTable of(String label, List<Column> columns) {
        return new DataTable(label, List.copyOf(columns), new ArrayList<>());
    }

    /** A table of names and values. */
    static DataTable facts(String label, Map<String, String> values) {
        return of(label, Column.text(""), Column.wide(""))
                .rows(values.entrySet(), value -> List.of(value.getKey(), value.getValue()));
    }

    /** Adds a row for each item. */
    <T> DataTable rows(Collection<T> items, Function<T, List<String>> cells) {
        items.forEach(item -> row("", cells.apply(item)));
        return this;
    }

    /** Adds a row. It may have fewer cells than the table has columns. */
    DataTable row(String... cells) {
        return row("", Arrays.asList(cells));
    }

    DataTable row(String emphasis, List<String> cells) {
        rows.add(new Row(
                IntStream.range(0, cells.size())
                        .mapToObj(i -> cell(cells.get(i), columns.get(i).style()))
                        .toList(),
                emphasis));
        return this;
    }

    boolean hasHeader() {
        return columns.stream().anyMatch(column -> !column.title().isEmpty());
    }

    /** A browser may break a knob's name after each underscore. */
    private static Cell cell(String text, String style) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return new Cell(style.isEmpty() ? escaped : escaped.replace("_", "_<wbr>"), style);
    }
}
