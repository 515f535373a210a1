package io.rafiki.trainer.demo;

import io.rafiki.trainer.drive.Event;
import io.rafiki.trainer.drive.Timeline;
import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.report.Page;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

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
                events(result.tuned().events()),
                conditions(result));
        return Page.of("Rafiki demo: default and tuned", Timeline.STYLE, body);
    }

    static String timeline(DemoResult result) {
        return Timeline.svg(
                List.of(
                        Timeline.Line.of("default", result.standard().perSecond()),
                        Timeline.Line.of("tuned", result.tuned().perSecond())),
                result.schedule(),
                result.tuned().events());
    }

    private static String phases(DemoResult result) {
        return DemoTable.of(result).html()
                + "<p class=\"soft\">Pairs are default / tuned; the brackets hold the 95 % interval of the mean over the phase's seconds."
                + " A phase's mean holds all that the change cost; its last "
                + result.tailSeconds() + " s are what the phase ends with.</p>";
    }

    private static String events(List<Event> events) {
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
