package io.rafiki.benchmark.rivals;

import io.rafiki.trainer.trial.TrialObjective;
import java.util.List;
import java.util.Locale;

/** The best configuration so far over machine time as a picture: one line of steps per tuner. */
public final class BestSoFarSvg {

    private static final int WIDTH = 960;
    private static final int HEIGHT = 360;
    private static final double LEFT = 80;
    private static final double RIGHT = WIDTH - 170;
    private static final double TOP = 20;
    private static final double BOTTOM = HEIGHT - 40;
    private static final int TICKS = 4;
    private static final double HOUR = 3600;

    /** Colours that readers with a colour vision deficiency can separate (Okabe and Ito 2008). */
    private static final List<String> COLORS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000");

    private final double hours;
    private final double max;
    private final TrialObjective objective;

    private BestSoFarSvg(double hours, double max, TrialObjective objective) {
        this.hours = hours;
        this.max = max;
        this.objective = objective;
    }

    /**
     * The picture: one SVG file that needs no other.
     *
     * @param runs of one workload; those without trials are omitted
     * @param objective of the values; failures are at the edge of the picture
     */
    public static String svg(List<NodeRun> runs, TrialObjective objective) {
        List<NodeRun> shown =
                runs.stream().filter(run -> !run.steps().isEmpty()).toList();
        double end = shown.stream().mapToDouble(NodeRun::used).max().orElse(HOUR) / HOUR;
        double measured = shown.stream()
                .flatMap(run -> run.steps().stream())
                .mapToDouble(NodeRun.Step::value)
                .filter(value -> value != objective.ofFailure())
                .max()
                .orElse(1);
        // a mean latency above it includes a failure
        double most = shown.stream()
                .flatMap(run -> run.steps().stream())
                .mapToDouble(NodeRun.Step::best)
                .filter(best -> best <= measured)
                .max()
                .orElse(1);
        return new BestSoFarSvg(end, 1.05 * Math.max(1, most), objective).text(shown);
    }

    private String text(List<NodeRun> runs) {
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"13\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>%n",
                WIDTH,
                HEIGHT));
        for (int i = 0; i <= TICKS; i++) {
            double share = (double) i / TICKS;
            label(svg, x(share * hours), BOTTOM + 18, "middle", String.format(Locale.ROOT, "%.1f h", share * hours));
            label(svg, LEFT - 8, y(share * max) + 4, "end", String.format(Locale.ROOT, "%,.0f", share * max));
            line(svg, "#ddd", 1, point(LEFT, y(share * max)) + " " + point(RIGHT, y(share * max)));
        }
        label(
                svg,
                LEFT,
                BOTTOM + 34,
                "start",
                "machine time; best mean of a configuration so far, " + objective.unit());
        for (int i = 0; i < runs.size(); i++) {
            String color = COLORS.get(i % COLORS.size());
            line(svg, color, 2, points(runs.get(i)));
            double y = TOP + 20 * i + 10;
            line(svg, color, 2, point(RIGHT + 14, y) + " " + point(RIGHT + 38, y));
            label(svg, RIGHT + 44, y + 4, "start", runs.get(i).label());
        }
        return svg.append("</svg>\n").toString();
    }

    /** The value holds from the end of its trial to the end of the next one. */
    private String points(NodeRun run) {
        StringBuilder points = new StringBuilder();
        double before = Double.NaN;
        for (NodeRun.Step step : run.steps()) {
            double x = x(step.end() / HOUR);
            if (!Double.isNaN(before)) {
                points.append(point(x, y(before))).append(' ');
            }
            points.append(point(x, y(step.best()))).append(' ');
            before = step.best();
        }
        return points.toString().strip();
    }

    private static String point(double x, double y) {
        return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
    }

    private static void line(StringBuilder svg, String color, int width, String points) {
        svg.append(String.format(
                Locale.ROOT,
                "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" points=\"%s\"/>%n",
                color,
                width,
                points));
    }

    private static void label(StringBuilder svg, double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text));
    }

    private double x(double hour) {
        return LEFT + (RIGHT - LEFT) * hour / hours;
    }

    private double y(double value) {
        return BOTTOM - (BOTTOM - TOP) * Math.min(1, value / max);
    }
}
