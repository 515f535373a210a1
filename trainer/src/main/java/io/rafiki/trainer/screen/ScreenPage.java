package io.rafiki.trainer.screen;

import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Page;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A screening's result as one self-contained HTML page. */
final class ScreenPage {

    static final String STYLE =
            """
            .r0{fill:var(--tuned)} .r1{fill:var(--mark);fill-opacity:.35;stroke:var(--mark)} .r2{fill:var(--default)} line.floor{stroke-dasharray:4 3}
            .cut{stroke:var(--mark);stroke-width:1.5} .key{font-weight:600} .name{fill:var(--ink);font-size:12px}
            line.r0{stroke:var(--tuned)} line.r1{stroke:var(--mark);stroke-dasharray:5 2} line.r2{stroke:var(--default)}
            .square{display:inline-block;width:.8em;height:.8em;margin-right:.3em}
            """;

    private static final String LINES =
            "Dashed, one for each read ratio in its colour: what the means of values that do nothing deviate by, from the repeats alone. Line across: the"
                    + " drop.";

    private ScreenPage() {}

    static String html(Screen screen) {
        String body =
                """
                <h1>Which knobs matter</h1>
                <p class="lead">Key knobs: <strong>%s</strong>.</p>
                <ul>%s</ul>
                <p>%d of %d trials measured. %s</p>
                <h2>One knob at a time (Rafiki, Figure 5)</h2>
                <p>%s</p>
                %s
                <p class="soft">%s %s</p>
                %s
                <h2>All knobs at two levels (Plackett and Burman)</h2>
                %s
                <h2>Noise and drift</h2>
                <ul>%s</ul>
                <p>All read ratios together: %s</p>
                <h2>What failed</h2>
                <ul>%s</ul>
                <h2>Environment</h2>
                <ul>%s</ul>
                """
                        .formatted(
                                Html.text(Screen.listed(screen.keys())),
                                items(screen.comparison()),
                                screen.measured(),
                                screen.planned(),
                                "Throughput in operations per second.",
                                legend(screen),
                                ScreenChart.deviations(screen),
                                Html.text(ScreenSheet.RULE),
                                LINES,
                                values(screen),
                                screen.isTwoLevel()
                                        ? ScreenChart.effects(screen)
                                                + "<p class=\"soft\">Mean at the high level less mean at the low level, all other knobs"
                                                + " varying, as a share of the mean over all runs, with its 95 % interval. A star marks those"
                                                + " that are significant after adjustment.</p>"
                                                + effects(screen)
                                        : "<p>None was measured to the end: one-at-a-time trials cannot see interactions.</p>",
                                items(screen.noise().stream()
                                        .map(ScreenSheet::text)
                                        .toList()),
                                Html.text(screen.drift()),
                                items(screen.failed().isEmpty() ? List.of("Nothing.") : screen.failed()),
                                items(screen.environment().entrySet().stream()
                                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                                        .toList()));
        return Page.of("Rafiki screening: which knobs matter", STYLE, body);
    }

    static String figure(Screen screen) {
        return "<p>" + legend(screen) + "</p>\n" + ScreenChart.deviations(screen) + "<p class=\"soft\">"
                + Html.text(ScreenSheet.RULE) + " " + LINES + "</p>\n<p>" + screen.measured() + " of "
                + screen.planned()
                + " trials measured. Key knobs: " + Html.text(Screen.listed(screen.keys())) + ".</p>\n<ul>"
                + items(screen.comparison()) + "</ul>\n" + values(screen) + "\n";
    }

    private static String legend(Screen screen) {
        StringBuilder legend = new StringBuilder();
        for (int i = 0; i < screen.noise().size(); i++) {
            legend.append(String.format(
                    Locale.ROOT,
                    "<svg viewBox=\"0 0 10 10\" class=\"square\" style=\"width:.8em\" aria-hidden=\"true\"><rect class=\"r%d\" width=\"10\" height=\"10\"/></svg>%s reads &#160; ",
                    i % 3,
                    ScreenSheet.percent(screen.noise().get(i).readRatio())));
        }
        return legend.toString();
    }

    private static String values(Screen screen) {
        StringBuilder rows = new StringBuilder(
                "<table><thead><tr><th>knob</th><th>reads</th><th class=\"left\">mean of each value (trials)</th><th>sd</th><th>F</th><th>p</th>"
                        + "<th>p adjusted</th><th class=\"left\">key</th></tr></thead><tbody>");
        for (KnobResult knob : screen.knobs()) {
            for (Alone found : knob.alone()) {
                rows.append(String.format(
                        Locale.ROOT,
                        "<tr><td%s>%s</td><td>%s</td><td class=\"left\">%s</td>%s<td class=\"left\">%s</td></tr>%n",
                        knob.isKey() ? " class=\"key\"" : "",
                        Html.text(knob.name()),
                        ScreenSheet.percent(found.readRatio()),
                        found.values().stream()
                                .map(value -> String.format(
                                        Locale.ROOT,
                                        "%s&#160;%,.0f&#160;(%d)",
                                        Html.text(value.value().toString()),
                                        value.mean(),
                                        value.trials()))
                                .collect(Collectors.joining(", ")),
                        found.isMeasured()
                                ? String.format(
                                        Locale.ROOT,
                                        "<td>%,.0f (%.1f %%)</td><td>%.1f</td><td>%.4f</td><td>%.4f</td>",
                                        found.deviation(),
                                        100 * found.share(),
                                        found.f(),
                                        found.p(),
                                        found.adjusted())
                                : "<td>-</td><td>-</td><td>-</td><td>-</td>",
                        Html.text(knob.reason())));
            }
        }
        return rows.append("</tbody></table>").toString();
    }

    private static String effects(Screen screen) {
        StringBuilder rows = new StringBuilder(
                "<table><thead><tr><th>knob</th><th>reads</th><th>low</th><th>high</th><th>effect</th><th>standard error</th><th>p</th>"
                        + "<th>p adjusted</th></tr></thead><tbody>");
        for (KnobResult knob : screen.knobs()) {
            for (Effect effect : knob.effects()) {
                rows.append(String.format(
                        Locale.ROOT,
                        "<tr><td%s>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%+,.0f (%+.1f %%)</td><td>%,.0f</td><td>%.4f</td>"
                                + "<td>%.4f</td></tr>%n",
                        knob.isKey() ? " class=\"key\"" : "",
                        Html.text(knob.name()),
                        ScreenSheet.percent(effect.readRatio()),
                        Html.text(effect.low().toString()),
                        Html.text(effect.high().toString()),
                        effect.difference(),
                        100 * effect.share(),
                        effect.standardError(),
                        effect.p(),
                        effect.adjusted()));
            }
        }
        return rows.append("</tbody></table>").toString();
    }

    private static String items(List<String> texts) {
        return texts.stream().map(text -> "<li>" + Html.text(text) + "</li>").collect(Collectors.joining("\n"));
    }
}
