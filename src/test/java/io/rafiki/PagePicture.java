package io.rafiki;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * A picture of the cluster on the page of {@code rafiki ui}, for the documentation: the page as XHTML in SVG, without scripts and other files.
 * The page's own script draws charts on a canvas, which no document can contain, so the picture draws their points and lines as SVG.
 */
final class PagePicture {

    private static final Path STYLE = Path.of("../../trainer/src/main/resources/io/rafiki/trainer/report/page.css");

    private static final int WIDTH = 1000;

    /** Room for a ring of four nodes. */
    private static final int HEIGHT = 2_150;

    private static final int PLOT_WIDTH = 968;
    private static final int PLOT_HEIGHT = 260;
    private static final int LEFT = 50;
    private static final int BOTTOM = PLOT_HEIGHT - 22;
    private static final int MOST_TICKS = 6;

    private static final Pattern TUNER = Pattern.compile("(?s)<section>\\s*<h2>Tuner of.*?</section>");

    /** Its groups are the label of the horizontal axis, and the values. */
    private static final Pattern CHART =
            Pattern.compile("(?s)<div class=\"plot\"[^>]*></div>(\\s*<p class=\"axis x\">.*?</p>)"
                    + ".*?<script type=\"application/json\">(.*?)</script>");

    private PagePicture() {}

    /** What a picture needs of a page: all but scripts and style. */
    static String recorded(String page) {
        return page.replaceAll("(?s)<(script|style)>.*?</\\1>", "");
    }

    /** @param page as {@code rafiki ui} serves it, or as it was recorded */
    static String svg(String page) throws IOException {
        String main = TUNER.matcher(between(recorded(page), "<main>", "</main>"))
                .replaceAll("")
                .replace("<wbr>", "<wbr/>");
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-label="Page of rafiki ui">
                <style>
                %3$s.paper { fill: var(--paper); } .tick { font: 12px system-ui, sans-serif; fill: var(--soft); }
                </style>
                <rect class="paper" width="%1$d" height="%2$d"/>
                <foreignObject width="%1$d" height="%2$d">
                <body xmlns="http://www.w3.org/1999/xhtml"><main>%4$s</main></body>
                </foreignObject>
                </svg>
                """
                .formatted(
                        WIDTH,
                        HEIGHT,
                        Files.readString(STYLE),
                        CHART.matcher(main)
                                .replaceAll(chart -> Matcher.quoteReplacement(chart(chart.group(2)) + chart.group(1))));
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }

    /** An axis whose values lie between two pixels. */
    private record Axis(double min, double max, double from, double to) {

        static Axis of(JsonNode values, double from, double to) {
            return new Axis(values.get("min").asDouble(), values.get("max").asDouble(), from, to);
        }

        double pixel(double value) {
            return from + (to - from) * (value - min) / (max - min);
        }

        /** Round values. */
        List<Double> ticks() {
            double power = Math.pow(10, Math.floor(Math.log10((max - min) / MOST_TICKS)));
            double step = DoubleStream.of(1, 2, 5, 10)
                    .map(factor -> factor * power)
                    .filter(candidate -> (max - min) / candidate <= MOST_TICKS)
                    .findFirst()
                    .orElseThrow();
            return DoubleStream.iterate(step * Math.ceil(min / step), tick -> tick <= max, tick -> tick + step)
                    .boxed()
                    .toList();
        }
    }

    /** @param json the values of a chart with points */
    private static String chart(String json) {
        JsonNode values = tree(json);
        Axis across = Axis.of(values.get("x"), LEFT, PLOT_WIDTH);
        Axis up = Axis.of(values.get("y"), BOTTOM, 0);
        StringBuilder svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + PLOT_WIDTH
                + "\" height=\"" + PLOT_HEIGHT + "\">\n");
        for (double tick : across.ticks()) {
            svg.append(line(across.pixel(tick), 0, across.pixel(tick), BOTTOM, "line", false))
                    .append(text(across.pixel(tick), BOTTOM + 16, "middle", number(tick)));
        }
        for (double tick : up.ticks()) {
            svg.append(line(LEFT, up.pixel(tick), PLOT_WIDTH, up.pixel(tick), "line", false))
                    .append(text(
                            LEFT - 6,
                            up.pixel(tick) + 4,
                            "end",
                            number(tick) + values.at("/y/unit").asText()));
        }
        for (JsonNode mark : values.get("marks")) {
            String color = mark.get("color").asText();
            boolean isDashed = mark.get("dashed").asBoolean();
            double at = mark.get("at").asDouble();
            if (mark.get("axis").asText().equals("x")) {
                svg.append(line(across.pixel(at), 0, across.pixel(at), BOTTOM, color, isDashed))
                        .append(text(
                                across.pixel(at) + 4,
                                11,
                                "start",
                                mark.path("label").asText()));
            } else {
                svg.append(line(LEFT, up.pixel(at), PLOT_WIDTH, up.pixel(at), color, isDashed));
            }
        }
        for (JsonNode series : values.get("series")) {
            for (int i = 0; i < series.get("x").size(); i++) {
                svg.append("<circle cx=\"%s\" cy=\"%s\" r=\"3\" style=\"fill: var(--%s)\"/>\n"
                        .formatted(
                                decimal(across.pixel(series.get("x").get(i).asDouble())),
                                decimal(up.pixel(series.get("y").get(i).asDouble())),
                                series.get("color").asText()));
            }
        }
        return svg.append("</svg>").toString();
    }

    /** @param color name of a colour of the page */
    private static String line(double x1, double y1, double x2, double y2, String color, boolean isDashed) {
        return "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" style=\"stroke: var(--%s)\"%s/>\n"
                .formatted(
                        decimal(x1),
                        decimal(y1),
                        decimal(x2),
                        decimal(y2),
                        color,
                        isDashed ? " stroke-dasharray=\"4 3\"" : "");
    }

    private static String text(double x, double y, String anchor, String text) {
        return "<text class=\"tick\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
                .formatted(decimal(x), decimal(y), anchor, text);
    }

    private static String decimal(double pixel) {
        return String.format(Locale.ROOT, "%.1f", pixel);
    }

    /** The label of a tick, without a negative zero. */
    private static String number(double tick) {
        return new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(tick + 0.0);
    }

    private static JsonNode tree(String json) {
        try {
            return new JsonMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }
}
