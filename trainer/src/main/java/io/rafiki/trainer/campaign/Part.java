package io.rafiki.trainer.campaign;

import io.rafiki.trainer.report.Html;

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
        return "<section><h2>" + Html.text(title) + "</h2>\n" + (isShown() ? html : Html.remark("Left out: " + reason))
                + "</section>\n";
    }
}
