package io.rafiki.trainer.report;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of plain text as a table of HTML: columns of words stand to the left, as the first one does, those of figures to the right. */
public final class Table {

    private static final String FIGURE = "(?:(?:< |[-+])?\\d(?:(?!:[ \u00a0]).)*|-(?: / .*)?)?";

    private record Row(List<String> cells, String kind) {}

    private final List<String> head;
    private final List<Row> rows = new ArrayList<>();

    /** @param head names of the columns; none for a table without a head */
    public Table(List<String> head) {
        this.head = List.copyOf(head);
    }

    /** Adds a row; it may be shorter than the head. */
    public Table row(List<String> cells) {
        return row(cells, "");
    }

    /**
     * Adds a row.
     *
     * @param kind its class of CSS; may be empty
     */
    public Table row(List<String> cells, String kind) {
        rows.add(new Row(List.copyOf(cells), kind));
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The table, its head repeated where paper breaks it. */
    public String html() {
        BitSet words = words();
        return "<table>"
                + (head.isEmpty()
                        ? ""
                        : "<thead><tr>" + cells("th scope=\"col\"", "th", head, words) + "</tr></thead>\n")
                + rows.stream()
                        .map(row -> "<tr" + named(row.kind()) + ">" + cells("td", "td", row.cells(), words) + "</tr>")
                        .collect(Collectors.joining("\n", "<tbody>", "</tbody></table>\n"));
    }

    private static String cells(String begin, String end, List<String> cells, BitSet words) {
        return IntStream.range(0, cells.size())
                .mapToObj(column -> "<" + begin + named(words.get(column) ? "left" : "") + ">"
                        + (words.get(column) ? breakable(cells.get(column)) : nonBreaking(cells.get(column))) + "</"
                        + end
                        + ">")
                .collect(Collectors.joining());
    }

    /** "Less than" stays with its figure. */
    private static String nonBreaking(String figure) {
        return Html.text(figure).replace("&lt; ", "&lt;&#160;");
    }

    /** Names of knobs are long, and columns on paper are narrow. */
    private static String breakable(String words) {
        return Html.text(words).replace("_", "_<wbr/>");
    }

    private static String named(String kind) {
        return kind.isEmpty() ? "" : " class=\"" + kind + "\"";
    }

    /** The columns of words. */
    private BitSet words() {
        BitSet words = new BitSet();
        for (Row row : rows) {
            for (int column = 1; column < row.cells().size(); column++) {
                if (!row.cells().get(column).matches(FIGURE)) {
                    words.set(column);
                }
            }
        }
        return words;
    }
}
