package io.rafiki.trainer.scenario;

import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Page;
import io.rafiki.trainer.report.Table;
import java.util.List;
import java.util.Locale;

/** The demonstration's result, as text for a terminal and as one self-contained HTML page. */
final class DemoReport {

    private DemoReport() {}

    /** The table, and what the tuner waited for if it changed nothing. */
    static String text(DemoResult result) {
        return DemoTable.of(result).text()
                + result.held().map(why -> why + System.lineSeparator()).orElse("");
    }

    /** The page: timeline, table, the tuner's lines, the conditions. It needs nothing beside itself. */
    static String html(DemoResult result) {
        String body = String.format(
                Locale.ROOT,
                """
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
                """,
                result.standard().throughput(),
                result.tuned().throughput(),
                result.gainPercent(),
                result.decisions(),
                result.applied(),
                result.readBackFailures() == 0 ? "ok" : result.readBackFailures() + " failed",
                Html.text(result.held().orElse("")),
                timeline(result),
                phases(result),
                Html.list(result.tuned().events().stream()
                        .map(TimelineEvent::line)
                        .toList()),
                conditions(result));
        return Page.of("Rafiki demo: default and tuned", TimelineChart.STYLE, body);
    }

    static String timeline(DemoResult result) {
        return TimelineChart.svg(
                List.of(
                        TimelineChart.Line.of("default", result.standard().perSecond()),
                        TimelineChart.Line.of("tuned", result.tuned().perSecond())),
                result.schedule(),
                result.tuned().events());
    }

    private static String phases(DemoResult result) {
        return DemoTable.of(result).html()
                + Html.remark(
                        "Pairs are default / tuned; the brackets hold the 95 % interval of the mean over the phase's seconds."
                                + " A phase's mean begins some seconds after it, where the node has compiled or found its pace; what a change costs"
                                + " before that is seen above alone. Its last " + result.tailSeconds()
                                + " s are what the phase ends with.");
    }

    private static String conditions(DemoResult result) {
        Table table = new Table(List.of());
        result.conditions().forEach((what, value) -> table.row(List.of(what, value)));
        return table.html();
    }
}
