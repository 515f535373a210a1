package io.rafiki.trainer.report;

import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.report.DataTable.Column;
import io.rafiki.trainer.report.text.ScenarioFormatter;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.TimelineEvent;
import java.util.List;

/** The result of a scenario as a page. */
public final class ScenarioPage {

    /** The data of {@code scenario.mustache}. */
    private record View(
            String scenario,
            List<String> findings,
            boolean isDemo,
            boolean isReal,
            Chart timeline,
            DataTable segments,
            DataTable events,
            DataTable conditions) {}

    private ScenarioPage() {}

    /** The page: one file that needs no other. */
    public static String html(ScenarioResult result) {
        return Templates.page(
                "scenario",
                new View(
                        result.scenario(),
                        ScenarioFormatter.findings(result),
                        result.scenario().equals("demo"),
                        result.variants().size() > 1,
                        ScenarioChart.timeline(result),
                        segments(result),
                        result.tuned().events().isEmpty()
                                ? null
                                : events(result.tuned().events()),
                        DataTable.facts("Conditions", result.conditions())));
    }

    private static DataTable segments(ScenarioResult result) {
        return DataTable.of(
                        "Variants by segment",
                        ScenarioFormatter.columns(result).stream()
                                .map(name -> ScenarioFormatter.NAMES.contains(name)
                                        ? Column.text(name)
                                        : Column.number(name))
                                .toList())
                .rows(ScenarioFormatter.rows(result), row -> row);
    }

    private static DataTable events(List<TimelineEvent> events) {
        DataTable table = DataTable.of("Events of the tuner", Column.number("time"), Column.wide("event"));
        events.forEach(event ->
                table.row(event.isChange() ? "strong" : "", List.of(HumanUnits.seconds(event.second()), event.text())));
        return table;
    }
}
