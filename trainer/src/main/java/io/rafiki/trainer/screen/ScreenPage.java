package io.rafiki.trainer.screen;

import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Page;
import io.rafiki.trainer.report.Table;
import io.rafiki.trainer.statistics.Chance;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A screening's result as one self-contained HTML page. */
final class ScreenPage {

    static final String STYLE =
            """
            .r0{fill:var(--tuned)} .r1{fill:var(--mark);fill-opacity:.35;stroke:var(--mark)} .r2{fill:var(--default)} line.floor{stroke-dasharray:4 3}
            .cut{stroke:var(--mark);stroke-width:1.5} text.key,.key td:first-child{font-weight:600} .name{fill:var(--ink);font-size:12px} .value{fill:var(--soft);font-size:9px}
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
                %s
                <p>%d of %d trials measured. %s</p>
                <h2>One knob at a time (Rafiki, Figure 5)</h2>
                <p>%s</p>
                %s
                <p class="soft">%s %s</p>
                %s
                <h2>All knobs at two levels (Plackett and Burman)</h2>
                %s
                <h2>Noise and drift</h2>
                %s
                <p>All read ratios together: %s</p>
                <h2>What failed</h2>
                %s
                <h2>Environment</h2>
                %s
                """
                        .formatted(
                                Html.text(Screen.listed(screen.keys())),
                                Html.list(screen.comparison()),
                                screen.measured(),
                                screen.planned(),
                                "Throughput in operations per second.",
                                legend(screen),
                                ScreenChart.deviations(screen),
                                Html.text(ScreenSheet.RULE),
                                LINES,
                                values(screen),
                                screen.isTwoLevel()
                                        ? twoLevels(screen) + effects(screen)
                                        : "<p>None was measured to the end: one-at-a-time trials cannot see interactions.</p>",
                                Html.list(screen.noise().stream()
                                        .map(ScreenSheet::text)
                                        .toList()),
                                Html.text(screen.drift()),
                                Html.list(screen.failed().isEmpty() ? List.of("Nothing.") : screen.failed()),
                                Html.list(screen.environment().entrySet().stream()
                                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                                        .toList()));
        return Page.of("Rafiki screening: which knobs matter", STYLE, body);
    }

    static String figure(Screen screen) {
        return "<p>" + legend(screen) + "</p>\n" + ScreenChart.deviations(screen) + "<p class=\"soft\">"
                + Html.text(ScreenSheet.RULE) + " " + LINES + "</p>\n<p>" + screen.measured() + " of "
                + screen.planned()
                + " trials measured. Key knobs: " + Html.text(Screen.listed(screen.keys())) + ".</p>\n"
                + Html.list(screen.comparison()) + values(screen)
                + (screen.isTwoLevel() ? "<h3>All knobs at two levels</h3>\n" + twoLevels(screen) : "");
    }

    private static String twoLevels(Screen screen) {
        return ScreenChart.effects(screen)
                + Html.remark(
                        "Gain of the geometric mean at the high level over that at the low level, all other knobs varying, with its"
                                + " 95 % interval. A star marks those that are significant after adjustment.");
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
        Table table =
                new Table(List.of("knob", "reads", "mean of each value (trials)", "sd", "F", "p", "p adjusted", "key"));
        for (KnobResult knob : screen.knobs()) {
            for (Alone found : knob.alone()) {
                List<String> row = new ArrayList<>(List.of(
                        knob.name(),
                        ScreenSheet.percent(found.readRatio()),
                        found.values().stream()
                                .map(value -> String.format(
                                        Locale.ROOT,
                                        "%s:\u00a0%,.0f\u00a0(%d)",
                                        value.value(),
                                        value.mean(),
                                        value.trials()))
                                .collect(Collectors.joining(", "))));
                row.addAll(
                        found.isMeasured()
                                ? List.of(
                                        figure("%,.0f (%.1f\u00a0%%)", found.deviation(), 100 * found.share()),
                                        figure("%.1f", found.f()),
                                        Chance.text(found.p()),
                                        Chance.text(found.adjusted()))
                                : List.of("-", "-", "-", "-"));
                row.add(knob.reason());
                table.row(row, kind(knob));
            }
        }
        return table.html();
    }

    private static String effects(Screen screen) {
        Table table = new Table(List.of("knob", "reads", "low", "high", "effect", "95 % interval", "p", "p adjusted"));
        for (KnobResult knob : screen.knobs()) {
            for (Effect effect : knob.effects()) {
                table.row(
                        List.of(
                                knob.name(),
                                ScreenSheet.percent(effect.readRatio()),
                                effect.low().toString(),
                                effect.high().toString(),
                                figure("%+.1f %%", 100 * effect.gain().mean()),
                                figure(
                                        "%+.1f to %+.1f %%",
                                        100 * effect.gain().low(),
                                        100 * effect.gain().high()),
                                Chance.text(effect.p()),
                                Chance.text(effect.adjusted())),
                        kind(knob));
            }
        }
        return table.html();
    }

    private static String kind(KnobResult knob) {
        return knob.isKey() ? "key" : "";
    }

    private static String figure(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
