package io.rafiki.trainer.report;

/** One HTML page that needs nothing beside itself, for screens light and dark and for paper. */
public final class Page {

    private static final String STYLE =
            """
            :root{color-scheme:light dark;--ink:#1d2733;--soft:#6b7785;--paper:#fff;--band:#f1f4f7;--default:#8a95a3;--tuned:#0b6bcb;--mark:#c2410c}
            @media screen and (prefers-color-scheme:dark){:root{--ink:#e6ebf1;--soft:#97a3b0;--paper:#14191f;--band:#1d242c;--default:#7f8b99;--tuned:#5aa9f7;--mark:#f59e5b}}
            body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:1000px;margin:2rem auto;padding:0 1rem}
            h1{font-size:1.4rem;margin-bottom:.2rem} h2{font-size:1.05rem;margin-top:2rem} h3{font-size:1rem} .lead{font-size:1.1rem} .soft{color:var(--soft)}
            table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums} th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid var(--band)}
            th:first-child,td:first-child,.left{text-align:left} td.left{font-size:.9em} svg{width:100%;height:auto}
            .grid{stroke:var(--soft);stroke-opacity:.2} .tick,.label{fill:var(--soft);font-size:12px} .label{font-weight:600}
            path{fill:none;stroke-width:1.6} @media print{body{margin:0;max-width:none;font-size:10px} th,td{padding:.2rem .35rem} svg,tr{break-inside:avoid} h2,h3{break-after:avoid}}
            """;

    private Page() {}

    /**
     * The page.
     *
     * @param title plain text
     * @param style rules beside those that all pages share
     * @param body HTML
     */
    public static String of(String title, String style, String body) {
        return """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
                <title>%s</title><style>%s%s</style></head><body>
                %s
                </body></html>
                """
                .formatted(Html.text(title), STYLE, style, body);
    }
}
