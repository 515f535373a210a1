package io.rafiki.trainer.report;

import io.rafiki.trainer.format.HumanUnits;
import io.rafiki.trainer.report.ScenarioChart.Curve;
import io.rafiki.trainer.scenario.Phase;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.TimelineEvent;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The timeline of a scenario as a static picture, for documents and paper. It has its own background and its own colours for light and
 * dark readers.
 */
public final class TimelineSvg {

    private static final int WIDTH = 960;
    private static final int HEIGHT = 326;
    private static final double LEFT = 64;
    private static final double RIGHT = WIDTH - 14;
    private static final double TOP = 52;
    private static final double BOTTOM = HEIGHT - 30;
    private static final int TICKS = 8;
    private static final double[] ROUND = {1, 2, 5, 10};
    private static final double[] SECONDS = {5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 21_600, 86_400};

    /** More phases have no room for their names. */
    private static final int MAX_NAMED = 12;

    private final ScenarioResult result;
    private final List<Curve> curves;
    private final double top;
    private final double step;

    private TimelineSvg(ScenarioResult result) {
        this.result = result;
        curves = Curve.of(result);
        double max = Math.max(1, curves.stream().mapToDouble(Curve::max).max().orElse(1));
        step = step(max);
        top = step * Math.ceil(max / step);
    }

    /** The data of {@code timeline.mustache}; all places are in pixels. */
    private record View(
            String label,
            int width,
            int height,
            String left,
            String right,
            String top,
            String bottom,
            String plot,
            String names,
            List<Box> phases,
            List<Box> rewrites,
            List<Tick> up,
            List<Tick> across,
            List<Line> lines,
            List<Mark> marks) {}

    private record Box(String x, String width, String middle, String name, String style) {}

    private record Tick(String at, String label) {}

    private record Line(String style, String points, String key, String keyEnd, String keyText, String name) {}

    private record Mark(String x, String title) {}

    /** The picture: one SVG file that needs no other. */
    public static String svg(ScenarioResult result) {
        return Templates.text("timeline", new TimelineSvg(result).view());
    }

    private View view() {
        double end = result.schedule().seconds();
        double ticks = DoubleStream.of(SECONDS)
                .filter(candidate -> end / candidate <= TICKS)
                .findFirst()
                .orElse(end);
        return new View(
                "Throughput over time: " + curves.stream().map(Curve::name).collect(Collectors.joining(", ")),
                WIDTH,
                HEIGHT,
                pixels(LEFT),
                pixels(RIGHT),
                pixels(TOP),
                pixels(BOTTOM),
                pixels(BOTTOM - TOP),
                pixels(TOP - 9),
                phases(),
                result.tuned().rewrites(end).stream()
                        .map(range -> box(range.from(), range.to(), "", "rewrite"))
                        .toList(),
                IntStream.rangeClosed(0, (int) Math.round(top / step))
                        .mapToObj(i -> new Tick(pixels(y(i * step)), HumanUnits.count(i * step)))
                        .toList(),
                IntStream.rangeClosed(0, (int) (end / ticks))
                        .mapToObj(i -> new Tick(pixels(x(i * ticks)), HumanUnits.seconds(i * ticks)))
                        .toList(),
                IntStream.range(0, curves.size())
                        .mapToObj(i -> line(curves.get(i), i))
                        .toList(),
                result.tuned().events().stream()
                        .filter(TimelineEvent::isChange)
                        .map(event -> new Mark(pixels(x(event.second())), event.text()))
                        .toList());
    }

    private List<Box> phases() {
        List<Phase> phases = result.schedule().phases();
        return IntStream.range(0, phases.size())
                .mapToObj(i -> {
                    Phase phase = phases.get(i);
                    String name = HumanUnits.wholePercent(phase.readRatio()) + " reads";
                    return box(
                            phase.from(),
                            phase.to(),
                            phases.size() > MAX_NAMED ? "" : name,
                            i % 2 == 0 ? "even" : "odd");
                })
                .toList();
    }

    private Box box(double from, double to, String name, String style) {
        return new Box(pixels(x(from)), pixels(x(to) - x(from)), pixels(x((from + to) / 2)), name, style);
    }

    private Line line(Curve curve, int index) {
        double key = LEFT + 110 * index;
        return new Line(
                curve.color().css(),
                IntStream.range(0, curve.values().size())
                        .mapToObj(i -> pixels(x(curve.second(i))) + ","
                                + pixels(y(curve.values().get(i))))
                        .collect(Collectors.joining(" ")),
                pixels(key),
                pixels(key + 24),
                pixels(key + 30),
                curve.name());
    }

    private double x(double second) {
        return LEFT + (RIGHT - LEFT) * second / result.schedule().seconds();
    }

    private double y(double operationsPerSecond) {
        return BOTTOM - (BOTTOM - TOP) * operationsPerSecond / top;
    }

    /** The least round step with at most five steps up to a value. */
    private static double step(double max) {
        double power = Math.pow(10, Math.floor(Math.log10(max / 5)));
        return DoubleStream.of(ROUND)
                .map(factor -> factor * power)
                .filter(candidate -> max / candidate <= 5)
                .findFirst()
                .orElseThrow();
    }

    private static String pixels(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
