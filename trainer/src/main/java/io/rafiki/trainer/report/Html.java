package io.rafiki.trainer.report;

import java.util.List;
import java.util.stream.Collectors;

/** Plain text as HTML. */
public final class Html {

    private Html() {}

    /** The text made safe, for HTML and SVG. */
    public static String text(String plain) {
        return plain.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    public static String paragraph(String text) {
        return "<p>" + text(text) + "</p>\n";
    }

    /** A paragraph of what matters less. */
    public static String remark(String text) {
        return "<p class=\"soft\">" + text(text) + "</p>\n";
    }

    /** A bullet for each text; nothing if there is none. */
    public static String list(List<String> texts) {
        return texts.isEmpty()
                ? ""
                : texts.stream()
                        .map(text -> "<li>" + text(text) + "</li>")
                        .collect(Collectors.joining("\n", "<ul>", "</ul>\n"));
    }
}
