package io.rafiki.trainer.demo;

/** Text made safe for HTML and SVG. */
final class Html {

    private Html() {}

    static String text(String plain) {
        return plain.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
