package io.rafiki.trainer.report;

import io.rafiki.trainer.scenario.Phase;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.TimeRange;
import io.rafiki.trainer.scenario.TimelineEvent;
import io.rafiki.trainer.scenario.VariantResult;
import java.util.List;
import java.util.stream.IntStream;

/** The throughput of all variants over time, with the share of reads, the tuner's changes and the rewrites of data. */
final class ScenarioChart {

    private static final int MAX_POINTS = 480;
    private static final double MARGIN = 1.05;
    private static final List<Color> COLORS = List.of(Color.TUNED, Color.BASELINE, Color.GREEN);

    private ScenarioChart() {}

    /**
     * The means of a variant's throughput, few enough to draw.
     *
     * @param step seconds between two values
     * @param values operations per second
     */
    record Curve(String name, Color color, double step, List<Double> values) {

        /** Curves of all variants: the tuned one first, then the baseline, then others. */
        static List<Curve> of(ScenarioResult result) {
            int last = result.variants().size() - 1;
            return IntStream.rangeClosed(0, last)
                    .mapToObj(i -> of(result.variants().get(i), COLORS.get(i == last ? 0 : i + 1)))
                    .toList();
        }

        private static Curve of(VariantResult variant, Color color) {
            List<Double> series = variant.throughput();
            int size = Math.max(1, (int) Math.ceil(series.size() / (double) MAX_POINTS));
            return new Curve(
                    variant.name(),
                    color,
                    variant.step() * size,
                    IntStream.range(0, series.size() / size)
                            .mapToObj(i -> mean(series.subList(i * size, (i + 1) * size)))
                            .toList());
        }

        private static double mean(List<Double> values) {
            return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        }

        /** The middle of a value's time in seconds. */
        double second(int index) {
            return (index + 0.5) * step;
        }

        double max() {
            return values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        }

        private Series series() {
            return Series.of(
                    name,
                    color,
                    Series.Kind.LINE,
                    IntStream.range(0, values.size()).mapToDouble(this::second).toArray(),
                    values.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    static Chart timeline(ScenarioResult result) {
        double end = result.schedule().seconds();
        List<Curve> curves = Curve.of(result);
        double top = curves.stream().mapToDouble(Curve::max).max().orElse(1);
        List<Phase> phases = result.schedule().phases();
        Chart chart = Chart.of(
                        "Throughput over time",
                        Axis.clock("time from the first operation", end),
                        Axis.of("throughput, ops/s", 0, MARGIN * Math.max(1, top)))
                .right(Axis.percent("share of reads", 0, 100))
                .add(Series.of(
                                "share of reads",
                                Color.TEAL,
                                Series.Kind.STEP,
                                IntStream.rangeClosed(0, phases.size())
                                        .mapToDouble(i -> i == phases.size()
                                                ? end
                                                : phases.get(i).from())
                                        .toArray(),
                                IntStream.rangeClosed(0, phases.size())
                                        .mapToDouble(i -> 100
                                                * phases.get(Math.min(i, phases.size() - 1))
                                                        .readRatio())
                                        .toArray())
                        .onRight());
        curves.forEach(curve -> chart.add(curve.series()));
        result.tuned().events().stream()
                .filter(TimelineEvent::isChange)
                .forEach(event -> chart.add(new Chart.Mark("x", event.second(), null, Color.ACCENT, true)));
        for (TimeRange rewrite : result.tuned().rewrites(end)) {
            chart.add(new Chart.Span(rewrite.from(), rewrite.to(), Color.ACCENT));
        }
        return chart;
    }
}
