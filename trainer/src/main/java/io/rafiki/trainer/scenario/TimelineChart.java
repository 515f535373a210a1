package io.rafiki.trainer.scenario;

import io.rafiki.trainer.report.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Throughput of several runs over time as one inline SVG: the read ratio, what was applied and when, and when data were rewritten. */
public final class TimelineChart {

    /** Rules for the page that it stands on. */
    public static final String STYLE =
            """
            .band0{fill:var(--band)} .band1{fill:none} .rewriting{fill:var(--mark);fill-opacity:.12} .ratio{stroke:var(--soft);stroke-width:1}
            .default{stroke:var(--default)} .tuned{stroke:var(--tuned)} .static{stroke:var(--soft);stroke-dasharray:4 3}
            .mark line{stroke:var(--mark);stroke-dasharray:3 3} .mark circle{fill:var(--mark)}
            .key{display:inline-block;width:1.2em;height:.25em;vertical-align:middle;margin-right:.3em} .kd{background:var(--default)} .kt{background:var(--tuned)} .ks{background:var(--soft)}
            """;

    private static final double WIDTH = 960;
    private static final double HEIGHT = 330;
    private static final double LEFT = 64;
    private static final double TOP = 34;
    private static final double BOTTOM = 44;
    /** More phases than that are drawn as a line, not as bands with their names. */
    private static final int BANDS = 12;

    private static final int POINTS = 480;

    private final List<Line> lines;
    private final Schedule schedule;
    private final List<TimelineEvent> events;
    private final double seconds;
    private final double top;

    private TimelineChart(List<Line> lines, Schedule schedule, List<TimelineEvent> events) {
        this.schedule = schedule;
        this.events = events;
        this.seconds = schedule.seconds();
        this.lines = lines.stream()
                .map(line -> line.thinned((int) Math.ceil(seconds / POINTS)))
                .toList();
        this.top = roundUp(1.05
                * Math.max(1, this.lines.stream().mapToDouble(Line::max).max().orElse(1)));
    }

    /**
     * One run.
     *
     * @param kind class of its line: {@code default}, {@code static} or {@code tuned}
     * @param step seconds between two values
     * @param perSecond operations a second
     */
    public record Line(String kind, int step, List<Double> perSecond) {

        public Line {
            perSecond = List.copyOf(perSecond);
        }

        /** A value a second. */
        public static Line of(String kind, List<Double> perSecond) {
            return new Line(kind, 1, perSecond);
        }

        private Line thinned(int by) {
            if (by <= 1) {
                return this;
            }
            List<Double> means = new ArrayList<>();
            for (int i = 0; i + by <= perSecond.size(); i += by) {
                means.add(perSecond.subList(i, i + by).stream()
                        .mapToDouble(Double::doubleValue)
                        .average()
                        .orElseThrow());
            }
            return new Line(kind, by, means);
        }

        private double max() {
            return perSecond.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        }
    }

    /**
     * The picture.
     *
     * @param events of the tuned run
     */
    public static String svg(List<Line> lines, Schedule schedule, List<TimelineEvent> events) {
        return new TimelineChart(lines, schedule, events).draw();
    }

    private String draw() {
        StringBuilder svg = new StringBuilder(16_384);
        add(
                svg,
                "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"Throughput over time: %s\">",
                WIDTH,
                HEIGHT,
                lines.stream().map(Line::kind).collect(Collectors.joining(", ")));
        if (schedule.phases().size() <= BANDS) {
            bands(svg);
        } else {
            readRatio(svg);
        }
        rewriting(svg);
        axes(svg);
        lines.forEach(line -> line(svg, line));
        marks(svg);
        return svg.append("</svg>").toString();
    }

    private void bands(StringBuilder svg) {
        for (int i = 0; i < schedule.phases().size(); i++) {
            Phase phase = schedule.phases().get(i);
            add(
                    svg,
                    "<rect class=\"band%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                    i % 2,
                    x(phase.from()),
                    TOP,
                    x(phase.to()) - x(phase.from()),
                    HEIGHT - TOP - BOTTOM);
            add(
                    svg,
                    "<text class=\"label\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f %% reads</text>",
                    (x(phase.from()) + x(phase.to())) / 2,
                    TOP - 10,
                    100 * phase.readRatio());
        }
    }

    /** From no reads at its lower edge to nothing but reads at its upper. */
    private void readRatio(StringBuilder svg) {
        StringBuilder path = new StringBuilder();
        for (Phase phase : schedule.phases()) {
            double y = TOP - 4 - (TOP - 10) * phase.readRatio();
            path.append(String.format(
                    Locale.ROOT, "%s%.1f %.1fH%.1f", path.isEmpty() ? "M" : "L", x(phase.from()), y, x(phase.to())));
        }
        add(svg, "<path class=\"ratio\" d=\"%s\"><title>share of reads</title></path>", path);
        add(svg, "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">reads</text>", LEFT - 8, TOP - 8);
    }

    /** From the beginning of each rewriting to its end, or to the end of the run. */
    private void rewriting(StringBuilder svg) {
        double from = Double.NaN;
        for (TimelineEvent event : events) {
            if (event.kind().equals(TimelineEvent.REWRITING)) {
                from = event.second();
            } else if (event.kind().equals(TimelineEvent.SETTLED)) {
                rewriting(svg, from, event.second());
                from = Double.NaN;
            }
        }
        if (!Double.isNaN(from)) {
            rewriting(svg, from, seconds);
        }
    }

    private void rewriting(StringBuilder svg, double from, double to) {
        add(
                svg,
                "<rect class=\"rewriting\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                x(from),
                TOP,
                x(to) - x(from),
                HEIGHT - TOP - BOTTOM);
    }

    private void axes(StringBuilder svg) {
        for (int i = 0; i <= 4; i++) {
            double value = top * i / 4;
            add(
                    svg,
                    "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                    LEFT,
                    WIDTH - 10,
                    y(value),
                    y(value));
            add(
                    svg,
                    "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%,.0f</text>",
                    LEFT - 8,
                    y(value) + 4,
                    value);
        }
        double step = seconds > 1_800 ? 600 : seconds > 600 ? 120 : seconds > 240 ? 60 : 15;
        for (double second = 0; second <= seconds; second += step) {
            add(
                    svg,
                    "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f s</text>",
                    x(second),
                    HEIGHT - BOTTOM + 18,
                    second);
        }
        add(
                svg,
                "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">operations per second; marks: configuration applied</text>",
                LEFT,
                HEIGHT - 8);
    }

    private void line(StringBuilder svg, Line line) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < line.perSecond().size(); i++) {
            path.append(String.format(
                    Locale.ROOT,
                    "%s%.1f %.1f",
                    i == 0 ? "M" : "L",
                    x((i + 0.5) * line.step()),
                    y(line.perSecond().get(i))));
        }
        add(svg, "<path class=\"%s\" d=\"%s\"/>", line.kind(), path);
    }

    private void marks(StringBuilder svg) {
        for (TimelineEvent event : events) {
            if (event.isChange()) {
                add(
                        svg,
                        "<g class=\"mark\"><title>%.1f s: %s</title><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>"
                                + "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/></g>",
                        event.second(),
                        Html.text(event.text()),
                        x(event.second()),
                        x(event.second()),
                        TOP,
                        HEIGHT - BOTTOM,
                        x(event.second()),
                        TOP);
            }
        }
    }

    private double x(double second) {
        return LEFT + (WIDTH - LEFT - 10) * second / seconds;
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top;
    }

    private static void add(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }

    /** The next number of the form 1, 2, 4, 5 or 8 times a power of ten, so that quarters are round. */
    private static double roundUp(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        for (double factor : new double[] {1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8}) {
            if (factor * power >= value) {
                return factor * power;
            }
        }
        return 10 * power;
    }
}
