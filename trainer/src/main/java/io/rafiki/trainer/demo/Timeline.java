package io.rafiki.trainer.demo;

import io.rafiki.trainer.report.Html;
import java.util.List;
import java.util.Locale;

/** Both runs' throughput over time as one inline SVG: phases as bands, applied changes as marks. */
final class Timeline {

    private static final double WIDTH = 960;
    private static final double HEIGHT = 330;
    private static final double LEFT = 64;
    private static final double TOP = 34;
    private static final double BOTTOM = 44;

    private final DemoResult result;
    private final double seconds;
    private final double top;

    private Timeline(DemoResult result) {
        this.result = result;
        this.seconds = Math.max(
                1,
                Math.max(
                        result.standard().perSecond().size(),
                        result.tuned().perSecond().size()));
        this.top = roundUp(1.05
                * Math.max(
                        max(result.standard().perSecond()), max(result.tuned().perSecond())));
    }

    static String svg(DemoResult result) {
        return new Timeline(result).draw();
    }

    private String draw() {
        StringBuilder svg = new StringBuilder(16_384);
        svg.append(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"Throughput over time, default and tuned\">%n",
                WIDTH,
                HEIGHT));
        bands(svg);
        rewriting(svg, result.tuned().events());
        axes(svg);
        line(svg, result.standard().perSecond(), "default");
        line(svg, result.tuned().perSecond(), "tuned");
        marks(svg, result.tuned().events());
        return svg.append("</svg>").toString();
    }

    private void bands(StringBuilder svg) {
        List<DemoPhase> phases = result.tuned().phases();
        for (int i = 0; i < phases.size(); i++) {
            DemoPhase phase = phases.get(i);
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

    /** From the beginning of each rewriting to its end, or to the end of the run. */
    private void rewriting(StringBuilder svg, List<DemoEvent> events) {
        double from = Double.NaN;
        for (DemoEvent event : events) {
            if (event.kind().equals(Watcher.REWRITING)) {
                from = event.second();
            } else if (event.kind().equals(Watcher.SETTLED)) {
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
        double step = seconds > 600 ? 120 : seconds > 240 ? 60 : 15;
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
                "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">operations per second, each second; marks: configuration applied</text>",
                LEFT,
                HEIGHT - 8);
    }

    private void line(StringBuilder svg, List<Double> perSecond, String kind) {
        StringBuilder path = new StringBuilder();
        boolean drawing = false;
        for (int second = 0; second < perSecond.size(); second++) {
            if (Double.isNaN(perSecond.get(second))) {
                drawing = false;
                continue;
            }
            path.append(String.format(
                    Locale.ROOT, "%s%.1f %.1f", drawing ? "L" : "M", x(second + 0.5), y(perSecond.get(second))));
            drawing = true;
        }
        add(svg, "<path class=\"%s\" d=\"%s\"/>", kind, path);
    }

    private void marks(StringBuilder svg, List<DemoEvent> events) {
        for (DemoEvent event : events) {
            if (event.kind().equals("apply") || event.kind().equals("rollback")) {
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

    private static double max(List<Double> values) {
        double max = 1;
        for (double value : values) {
            max = value > max ? value : max;
        }
        return max;
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
