package io.rafiki.trainer.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;

/**
 * A chart of a page: the values, from which {@code charts.js} draws it with uPlot.
 *
 * @param label what the chart shows
 * @param height in pixels on a wide screen
 * @param horizontal whether the x axis runs down the page, as for bars with long names
 * @param grouped whether series at the same x are drawn next to each other
 * @param right a second y axis; null if there is none
 * @param series in the order of drawing
 * @param marks straight lines across the chart
 * @param spans shaded ranges of x
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Chart(
        @JsonIgnore String label,
        int height,
        boolean horizontal,
        boolean grouped,
        Axis x,
        Axis y,
        Axis right,
        List<Series> series,
        List<Mark> marks,
        List<Span> spans) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int HEIGHT = 340;
    private static final int ROW = 14;
    private static final int AXES = 50;

    /**
     * A line across the chart.
     *
     * @param axis {@code x} or {@code y}: the axis that has the value
     * @param label short; null for none
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Mark(String axis, double at, String label, Color color, boolean dashed) {}

    /** A shaded range of x. */
    record Span(double from, double to, Color color) {}

    static Chart of(String label, Axis x, Axis y) {
        return new Chart(
                label, HEIGHT, false, false, x, y, null, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /**
     * A chart with a row for each category.
     *
     * @param series number of series, which share each row
     */
    static Chart horizontal(String label, Axis categories, Axis y, int series) {
        int height = AXES + categories.categories().size() * (ROW * series + ROW / 2);
        return new Chart(
                label,
                height,
                true,
                true,
                categories,
                y,
                null,
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
    }

    /** The same with another height. */
    Chart height(int pixels) {
        return new Chart(label, pixels, horizontal, grouped, x, y, right, series, marks, spans);
    }

    /** The same with a second y axis, for series that name it. */
    Chart right(Axis axis) {
        return new Chart(label, height, horizontal, grouped, x, y, axis, series, marks, spans);
    }

    Chart add(Series added) {
        series.add(added);
        return this;
    }

    Chart add(Mark added) {
        marks.add(added);
        return this;
    }

    Chart add(Span added) {
        spans.add(added);
        return this;
    }

    /** The text above the chart: the quantity of the vertical axis. */
    @JsonIgnore
    String top() {
        return horizontal ? x.label() : right == null ? y.label() : y.label() + "; right: " + right.label();
    }

    /** The text below the chart: the quantity of the horizontal axis. */
    @JsonIgnore
    String bottom() {
        return horizontal ? y.label() : x.label();
    }

    /** The values for {@code charts.js}. They cannot end the element of HTML that contains them. */
    @JsonIgnore
    String json() {
        try {
            return JSON.writeValueAsString(this).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
