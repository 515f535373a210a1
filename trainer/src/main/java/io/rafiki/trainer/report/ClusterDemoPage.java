package io.rafiki.trainer.report;

import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.report.DataTable.Column;
import io.rafiki.trainer.report.text.ClusterDemoFormatter;
import io.rafiki.trainer.scenario.ClusterDemoResult;
import io.rafiki.trainer.scenario.ClusterDemoResult.Course;
import io.rafiki.trainer.scenario.ClusterDemoResult.Event;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The result of a ring's demo as a page. */
public final class ClusterDemoPage {

    private static final double MARGIN = 1.05;
    private static final int PERCENT = 100;

    /** The data of {@code cluster-demo.mustache}. */
    private record View(List<String> findings, Chart throughput, Chart good, Chart bad, DataTable events) {}

    private ClusterDemoPage() {}

    /** The page: one file that needs no other. */
    public static String html(ClusterDemoResult result) {
        return Templates.page(
                "cluster-demo",
                new View(
                        ClusterDemoFormatter.findings(result),
                        throughput(result),
                        canary("Canary of " + result.good().id(), result.good()),
                        canary("Canary of " + result.bad().id(), result.bad()),
                        events(result.events())));
    }

    private static Chart throughput(ClusterDemoResult result) {
        double[] values =
                result.perSecond().stream().mapToDouble(Double::doubleValue).toArray();
        double top = result.perSecond().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        Chart chart = Chart.of(
                        "Throughput over time",
                        Axis.clock("time from the first operation", values.length),
                        Axis.of("throughput of all clients, ops/s", 0, MARGIN * Math.max(1, top)))
                .add(Series.of(
                        "throughput",
                        Color.TUNED,
                        Series.Kind.LINE,
                        IntStream.range(0, values.length).asDoubleStream().toArray(),
                        values));
        result.events().forEach(event -> chart.add(new Chart.Mark("x", event.second(), null, Color.ACCENT, true)));
        return chart;
    }

    /** The service time of the canary relative to its peers, with windows before the change at negative numbers. */
    private static Chart canary(String label, Course course) {
        double[] percents = Stream.concat(course.before().stream(), course.after().stream())
                .mapToDouble(difference -> PERCENT * Math.expm1(difference))
                .toArray();
        double[] windows = IntStream.range(0, percents.length)
                .mapToDouble(i -> i - course.before().size())
                .toArray();
        return CanaryChart.of(label, windows, percents);
    }

    private static DataTable events(List<Event> events) {
        return DataTable.of("Events", Column.number("time"), Column.wide("event"))
                .rows(events, event -> List.of(HumanUnits.seconds(event.second()), event.text()));
    }
}
