package io.rafiki.trainer.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A drawing with two axes as inline SVG, in the units of what is drawn. */
public final class Plot {

    private static final double WIDTH = 960;
    private static final double LEFT = 70;
    private static final double RIGHT = 110;
    private static final double TOP = 14;
    private static final double BOTTOM = 46;
    private static final double LINE = 13;

    private final double height;
    private final Axis across;
    private final Axis up;
    private final StringBuilder svg = new StringBuilder(16_384);
    private final List<Words> words = new ArrayList<>();

    /** A label in the units of the drawing. */
    private record Words(double x, double y, String text) {}

    /**
     * One axis.
     *
     * @param name written beside it
     * @param from least value
     * @param to greatest value
     * @param logarithmic whether equal distances are equal ratios; both ends must be positive then
     */
    public record Axis(String name, double from, double to, boolean logarithmic) {

        private double place(double value) {
            return logarithmic ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
        }
    }

    /** @param label what it shows, for those who cannot see it */
    public Plot(String label, double height, Axis across, Axis up) {
        this.height = height;
        this.across = across;
        this.up = up;
        add("<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">", WIDTH, height, Html.text(label));
        add(
                "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">%s; up: %s</text>",
                LEFT, height - 8, Html.text(across.name()), Html.text(up.name()));
    }

    /** A tick of the axis across, with its text. */
    public Plot tickAcross(double value, String text) {
        add(
                "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
                x(value), height - BOTTOM + 18, Html.text(text));
        return this;
    }

    /** A tick of the axis up, with its text and a thin line. */
    public Plot tickUp(double value, String text) {
        add(
                "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
                LEFT, WIDTH - RIGHT, y(value), y(value));
        add(
                "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                LEFT - 8, y(value) + 4, Html.text(text));
        return this;
    }

    /** A line from point to point. */
    public Plot line(String kind, double[] xs, double[] ys) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < xs.length; i++) {
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", x(xs[i]), y(ys[i])));
        }
        add("<path class=\"%s\" d=\"%s\"/>", kind, path);
        return this;
    }

    /** A dot. */
    public Plot dot(String kind, double x, double y, double radius) {
        add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", kind, x(x), y(y), radius);
        return this;
    }

    /** A bar that stands on the axis across. */
    public Plot bar(String kind, double from, double to, double value) {
        add(
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                kind, x(from) + 0.5, y(value), Math.max(0.5, x(to) - x(from) - 1), y(up.from()) - y(value));
        return this;
    }

    /** Words to the right of a point; where several would cover each other, they are moved apart. */
    public Plot words(double x, double y, String text) {
        words.add(new Words(Math.min(x(x), WIDTH - RIGHT) + 8, y(y) + 4, text));
        return this;
    }

    /** The drawing. */
    public String svg() {
        StringBuilder texts = new StringBuilder();
        words.stream()
                .collect(Collectors.groupingBy(Words::x, TreeMap::new, Collectors.toList()))
                .forEach((x, column) -> apart(column)
                        .forEach(word -> texts.append(String.format(
                                Locale.ROOT,
                                "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                                x,
                                word.y(),
                                Html.text(word.text())))));
        return svg + texts.toString() + "</svg>";
    }

    /** From the top down, each a line below the one before at least; and all of them above the axis. */
    private List<Words> apart(List<Words> column) {
        List<Words> sorted = new ArrayList<>(column);
        sorted.sort(Comparator.comparingDouble(Words::y));
        double least = 0;
        for (int i = 0; i < sorted.size(); i++) {
            Words word = sorted.get(i);
            sorted.set(i, new Words(word.x(), Math.max(word.y(), least), word.text()));
            least = sorted.get(i).y() + LINE;
        }
        double most = height - BOTTOM + 4;
        for (int i = sorted.size() - 1; i >= 0; i--) {
            Words word = sorted.get(i);
            sorted.set(i, new Words(word.x(), Math.min(word.y(), most), word.text()));
            most = sorted.get(i).y() - LINE;
        }
        return sorted;
    }

    private double x(double value) {
        return LEFT + (WIDTH - LEFT - RIGHT) * within(across.place(value));
    }

    private double y(double value) {
        return height - BOTTOM - (height - TOP - BOTTOM) * within(up.place(value));
    }

    private static double within(double place) {
        return Math.min(1, Math.max(0, place));
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
