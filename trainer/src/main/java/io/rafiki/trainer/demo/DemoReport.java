package io.rafiki.trainer.demo;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The demonstration's result, as text for a terminal and as one self-contained HTML page. */
final class DemoReport {

    private static final String STYLE =
            """
            :root{color-scheme:light dark;--ink:#1d2733;--soft:#6b7785;--paper:#fff;--band:#f1f4f7;--default:#8a95a3;--tuned:#0b6bcb;--mark:#c2410c}
            @media (prefers-color-scheme:dark){:root{--ink:#e6ebf1;--soft:#97a3b0;--paper:#14191f;--band:#1d242c;--default:#7f8b99;--tuned:#5aa9f7;--mark:#f59e5b}}
            body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:1000px;margin:2rem auto;padding:0 1rem}
            h1{font-size:1.4rem;margin-bottom:.2rem} h2{font-size:1.05rem;margin-top:2rem} .lead{font-size:1.1rem} .soft{color:var(--soft)}
            table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums} th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid var(--band)}
            th:first-child,td:first-child,.left{text-align:left} td.left{font-size:.85rem} svg{width:100%;height:auto}
            .band0{fill:var(--band)} .band1{fill:none} .grid{stroke:var(--soft);stroke-opacity:.2} .tick,.label{fill:var(--soft);font-size:12px} .label{font-weight:600}
            .rewriting{fill:var(--mark);fill-opacity:.12} path{fill:none;stroke-width:1.6} .default{stroke:var(--default)} .tuned{stroke:var(--tuned)} .mark line{stroke:var(--mark);stroke-dasharray:3 3} .mark circle{fill:var(--mark)}
            .key{display:inline-block;width:1.2em;height:.25em;vertical-align:middle;margin-right:.3em} .kd{background:var(--default)} .kt{background:var(--tuned)}
            code{font-size:.85rem} @media print{body{margin:0}}
            """;

    private DemoReport() {}

    /** The table, and what the tuner waited for if it changed nothing. */
    static String text(DemoResult result) {
        return DemoTable.of(result).text()
                + result.held().map(why -> why + System.lineSeparator()).orElse("");
    }

    /** The page: timeline, table, the tuner's lines, the conditions. It needs nothing beside itself. */
    static String html(DemoResult result) {
        return """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
                <title>Rafiki demo: default and tuned</title><style>%s</style></head><body>
                <h1>Rafiki demo</h1>
                <p class="lead">Mean throughput over the phases: default %,.0f, tuned %,.0f operations/s, <strong>%+.1f %%</strong>.
                %d decisions, %d applied, read back %s. %s</p>
                <p class="soft">One run each, one after the other, on one machine: an impression, not a proof. The campaign's report holds the paired comparison.</p>
                <p><span class="key kd"></span>default <span class="key kt" style="margin-left:1em"></span>tuned while it runs <span class="soft">(shaded: it rewrites its data)</span></p>
                %s
                <h2>Phases</h2>
                %s
                <h2>What the tuner said</h2>
                %s
                <h2>Conditions</h2>
                %s
                </body></html>
                """
                .formatted(
                        STYLE,
                        result.standard().throughput(),
                        result.tuned().throughput(),
                        result.gainPercent(),
                        result.decisions(),
                        result.applied(),
                        result.readBackFailures() == 0 ? "ok" : result.readBackFailures() + " failed",
                        Html.text(result.held().orElse("")),
                        Timeline.svg(result),
                        phases(result),
                        events(result.tuned().events()),
                        conditions(result));
    }

    private static String phases(DemoResult result) {
        return DemoTable.of(result).html()
                + "<p class=\"soft\">Pairs are default / tuned; the brackets hold the 95 % interval of the mean over the phase's seconds."
                + " A phase's mean holds all that the change cost; its last "
                + result.tailSeconds() + " s are what the phase ends with.</p>";
    }

    private static String events(List<DemoEvent> events) {
        return events.stream()
                .map(event -> String.format(
                        Locale.ROOT, "<li>%.0f s <code>%s</code></li>", event.second(), Html.text(event.text())))
                .collect(Collectors.joining("\n", "<ul>", "</ul>"));
    }

    private static String conditions(DemoResult result) {
        return result.conditions().entrySet().stream()
                .map(entry -> "<tr><td>" + Html.text(entry.getKey()) + "</td><td class=\"left\">"
                        + Html.text(entry.getValue()) + "</td></tr>")
                .collect(Collectors.joining("\n", "<table>", "</table>"));
    }
}
