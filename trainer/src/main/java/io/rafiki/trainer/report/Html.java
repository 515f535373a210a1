package io.rafiki.trainer.report;

/** Text made safe for HTML and SVG. */
public final class Html {

    private Html() {}

    public static String text(String plain) {
        return plain.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
