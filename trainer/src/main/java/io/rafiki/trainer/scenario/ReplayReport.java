package io.rafiki.trainer.scenario;

import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Page;
import io.rafiki.trainer.report.Table;
import io.rafiki.trainer.scenario.VariantResult.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The replay's result, as text for a terminal and as one self-contained HTML page. */
final class ReplayReport {

    private static final List<String> HEAD = List.of(
            "node",
            "operations",
            "gain",
            Asked.READS + " ops/s",
            Asked.BOTH + " ops/s",
            Asked.WRITES + " ops/s",
            "read p99 ms",
            "write p99 ms",
            "configuration: what differs from the default");

    private ReplayReport() {}

    /** One line a contender. */
    static String text(ReplayResult result) {
        StringBuilder text = new StringBuilder();
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        rows.addAll(rows(result));
        for (List<String> row : rows) {
            text.append(String.format(
                            Locale.ROOT,
                            "%-8s %14s %10s %22s %22s %22s %12s %12s",
                            row.subList(0, 8).toArray()))
                    .append(System.lineSeparator());
        }
        return text.append(said(result)).append(System.lineSeparator()).toString();
    }

    private static String said(ReplayResult result) {
        return String.format(
                Locale.ROOT,
                "%d changes, %d of which rewrote data; %.0f s in transition, %.1f %% of the trace's time.",
                result.changes(),
                result.rewriting(),
                result.transition(),
                100 * result.transitionShare());
    }

    private static List<List<String>> rows(ReplayResult result) {
        List<List<String>> rows = new ArrayList<>();
        for (VariantResult outcome : result.outcomes()) {
            List<String> row = new ArrayList<>();
            row.add(outcome.name());
            row.add(number("%,.0f", outcome.operations()));
            row.add(number("%+.1f%%", outcome.over(result.standard())));
            for (Asked asked : Asked.values()) {
                row.add(number("%,.0f", outcome.byReads().getOrDefault(asked, Double.NaN)));
            }
            row.add(number("%.1f", outcome.readP99()));
            row.add(number("%.1f", outcome.writeP99()));
            row.add(outcome.configuration());
            rows.add(row);
        }
        return rows;
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
    }

    /** The page: timeline, table, the tuner's changes, the conditions. It needs nothing beside itself. */
    static String html(ReplayResult result) {
        String body = String.format(
                Locale.ROOT,
                """
                <h1>Rafiki replay</h1>
                <p class="lead">Operations over the trace: default %,.0f, best static %,.0f, tuned %,.0f:
                <strong>%+.1f %%</strong> over the default, %+.1f %% over the best static configuration. %s</p>
                <p class="soft">One run each, one after the other, on one machine: an impression, not a proof. The first %.0f s warm the nodes up and do not count.</p>
                <p><span class="key kd"></span>default <span class="key ks" style="margin-left:1em"></span>static
                <span class="key kt" style="margin-left:1em"></span>tuned while it runs <span class="soft">(shaded: it rewrites its data)</span></p>
                %s
                <h2>Contenders</h2>
                %s
                <h2>What the tuner changed</h2>
                %s
                <h2>Conditions</h2>
                %s
                """,
                result.standard().operations(),
                result.fixed().operations(),
                result.tuned().operations(),
                result.tuned().over(result.standard()),
                result.tuned().over(result.fixed()),
                said(result),
                result.warmUp(),
                timeline(result),
                table(result),
                changes(result.events()),
                conditions(result));
        return Page.of("Rafiki replay: default, static and tuned", TimelineChart.STYLE, body);
    }

    static String timeline(ReplayResult result) {
        return TimelineChart.svg(
                result.outcomes().stream()
                        .map(outcome -> TimelineChart.Line.of(outcome.name(), outcome.perSecond()))
                        .toList(),
                result.schedule(),
                result.events());
    }

    private static String table(ReplayResult result) {
        Table table = new Table(HEAD);
        rows(result).forEach(table::row);
        return table.html();
    }

    private static String changes(List<TimelineEvent> events) {
        return Html.list(events.stream()
                .filter(event -> event.isChange() || event.kind().equals(TimelineEvent.SETTLED))
                .map(TimelineEvent::line)
                .toList());
    }

    private static String conditions(ReplayResult result) {
        Table table = new Table(List.of());
        result.conditions().forEach((what, value) -> table.row(List.of(what, value)));
        return table.html();
    }
}
