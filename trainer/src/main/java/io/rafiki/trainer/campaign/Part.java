package io.rafiki.trainer.campaign;

import io.rafiki.trainer.report.Html;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One figure or table of the report, or the reason why the data cannot support it.
 *
 * @param title of the part
 * @param html what it shows; null if it is left out
 * @param reason why it is left out; null if it is not
 */
record Part(String title, String html, String reason) {

    static Part shown(String title, String html) {
        return new Part(title, html, null);
    }

    static Part leftOut(String title, String reason) {
        return new Part(title, null, reason);
    }

    boolean isShown() {
        return html != null;
    }

    String page() {
        return "<section><h2>" + Html.text(title) + "</h2>\n"
                + (isShown() ? html : "<p class=\"soft\">Left out: " + Html.text(reason) + "</p>") + "</section>\n";
    }

    /** Paragraphs, tables and lists of plain text. */
    static String paragraph(String text) {
        return "<p>" + Html.text(text) + "</p>\n";
    }

    static String list(List<String> texts) {
        return texts.isEmpty()
                ? ""
                : texts.stream()
                        .map(text -> "<li>" + Html.text(text) + "</li>")
                        .collect(Collectors.joining("\n", "<ul>", "</ul>\n"));
    }

    /**
     * A table whose columns of words stand to the left, those of figures to the right.
     *
     * @param rows cells, one list a row; the first list is the head
     */
    static String table(List<List<String>> rows) {
        StringBuilder table = new StringBuilder("<table><thead>");
        for (int i = 0; i < rows.size(); i++) {
            table.append("<tr>");
            for (int column = 0; column < rows.get(i).size(); column++) {
                table.append(i == 0 ? "<th scope=\"col\"" : "<td")
                        .append(isWords(rows, column) ? " class=\"left\">" : ">")
                        .append(Html.text(rows.get(i).get(column)))
                        .append(i == 0 ? "</th>" : "</td>");
            }
            table.append(i == 0 ? "</tr></thead>\n<tbody>" : "</tr>\n");
        }
        return table.append("</tbody></table>\n").toString();
    }

    private static boolean isWords(List<List<String>> rows, int column) {
        return column > 0
                && rows.stream().skip(1).anyMatch(row -> !row.get(column).matches("(?:[-+]?\\d.*)?|-"));
    }
}
