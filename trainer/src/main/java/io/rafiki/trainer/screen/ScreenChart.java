package io.rafiki.trainer.screen;

import io.rafiki.trainer.report.Html;
import io.rafiki.trainer.statistics.Interval;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** A screening's two drawings, as inline SVG: a row for each knob, a colour for each read ratio. */
final class ScreenChart {

    private static final double WIDTH = 960;
    private static final double LEFT = 250;
    private static final double RIGHT = 60;
    private static final double BAR = 9;
    private static final double TOP = 8;
    private static final double BOTTOM = 30;

    private final StringBuilder svg = new StringBuilder(16_384);
    private final double row;
    private final double height;
    private final double least;
    private final double most;

    private ScreenChart(Screen screen, String label, double least, double most) {
        this.row = BAR * screen.noise().size() + 8;
        this.height = TOP + BOTTOM + row * screen.knobs().size();
        this.least = least;
        this.most = most;
        add("<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">", WIDTH, height, Html.text(label));
        double step = step(most - least);
        for (double tick = Math.ceil(least / step) * step; tick <= most + step / 1e6; tick += step) {
            add(
                    "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                    x(tick), x(tick), TOP, height - BOTTOM);
            add(
                    "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s %%</text>",
                    x(tick),
                    height - BOTTOM + 16,
                    String.format(Locale.ROOT, step < 0.01 ? "%.1f" : "%.0f", 100 * tick));
        }
        for (int i = 0; i < screen.knobs().size(); i++) {
            KnobResult knob = screen.knobs().get(i);
            add(
                    "<text class=\"name%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    knob.isKey() ? " key" : "", LEFT - 8, top(i) + row / 2, Html.text(knob.name()));
        }
    }

    /** Standard deviation of the values' means, as a share of the default's; the floor of noise and the drop are marked. */
    static String deviations(Screen screen) {
        double most = DoubleStream.concat(
                        screen.knobs().stream().mapToDouble(KnobResult::score),
                        screen.noise().stream().mapToDouble(Noise::floor))
                .max()
                .orElse(0.01);
        ScreenChart chart = new ScreenChart(
                screen, "Standard deviation of mean throughput, each knob alone", 0, Math.max(0.01, most * 1.05));
        int head = 0;
        for (int i = 0; i < screen.knobs().size(); i++) {
            KnobResult knob = screen.knobs().get(i);
            head += knob.beforeDrop() ? 1 : 0;
            for (int j = 0; j < knob.alone().size(); j++) {
                chart.bar(j, chart.top(i) + j * BAR, knob.alone().get(j));
            }
        }
        for (int j = 0; j < screen.noise().size(); j++) {
            double floor = chart.x(screen.noise().get(j).floor());
            chart.add(
                    "<line class=\"r%d floor\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                    j % 3, floor, floor, TOP, chart.height - BOTTOM);
        }
        chart.add(
                "<line class=\"cut\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                8.0, WIDTH - RIGHT, chart.top(head) - 3, chart.top(head) - 3);
        return chart.svg + "</svg>";
    }

    /** Main effects of the two-level design, with 95 % intervals. */
    static String effects(Screen screen) {
        double least = -0.01;
        double most = 0.01;
        for (KnobResult knob : screen.knobs()) {
            for (Effect effect : knob.effects()) {
                least = Math.min(least, effect.gain().low());
                most = Math.max(most, effect.gain().high());
            }
        }
        ScreenChart chart = new ScreenChart(screen, "Main effects, all knobs at two levels", least * 1.05, most * 1.05);
        for (int i = 0; i < screen.knobs().size(); i++) {
            KnobResult knob = screen.knobs().get(i);
            for (int j = 0; j < knob.effects().size(); j++) {
                Effect effect = knob.effects().get(j);
                int series = screen.seriesOf(effect.readRatio());
                chart.whisker(series, chart.top(i) + series * BAR + BAR / 2, effect);
            }
        }
        return chart.svg + "</svg>";
    }

    private void bar(int series, double y, Alone found) {
        double share = found.share();
        if (!found.isMeasured()) {
            add("<text class=\"value\" x=\"%.1f\" y=\"%.1f\">not measured</text>", x(0) + 4, y + BAR - 1);
            return;
        }
        add(
                "<rect class=\"r%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                series % 3, x(0), y, Math.max(0.5, x(share) - x(0)), BAR - 1);
        add("<text class=\"value\" x=\"%.1f\" y=\"%.1f\">%.1f</text>", x(share) + 4, y + BAR - 1, 100 * share);
    }

    private void whisker(int series, double y, Effect effect) {
        Interval gain = effect.gain();
        add(
                "<line class=\"r%d\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                series % 3, x(gain.low()), x(gain.high()), y, y);
        add("<circle class=\"r%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>", series % 3, x(gain.mean()), y);
        if (effect.adjusted() < KnobResult.LEVEL) {
            add("<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">*</text>", x(gain.high()) + 4, y + 5);
        }
    }

    private double top(int knob) {
        return TOP + row * knob;
    }

    private double x(double value) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - least) / (most - least);
    }

    /** 1, 2 or 5 times a power of ten, such that four to ten of them make up the span. */
    private static double step(double span) {
        double power = Math.pow(10, Math.floor(Math.log10(span / 4)));
        for (double factor : new double[] {1, 2, 5}) {
            if (span / (factor * power) <= 8) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
