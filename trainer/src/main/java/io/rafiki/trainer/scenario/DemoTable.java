package io.rafiki.trainer.scenario;

import io.rafiki.trainer.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * The comparison phase by phase, as text for a terminal, numbers to the right, the first and the last column to the left, and as HTML.
 *
 * @param head names of the columns
 * @param rows one a phase, then the means; a row may be shorter than the head
 */
record DemoTable(List<String> head, List<List<String>> rows) {

    static DemoTable of(DemoResult result) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < result.tuned().phases().size(); i++) {
            rows.add(row(
                    result.standard().phases().get(i), result.tuned().phases().get(i)));
        }
        rows.add(List.of(
                "mean",
                number(result.standard().throughput()),
                number(result.tuned().throughput()),
                percent(result.gainPercent()),
                pair(result.standard().settled(), result.tuned().settled(), DemoTable::number),
                gain(result.standard().settled(), result.tuned().settled())));
        String tail = "last " + result.tailSeconds() + " s";
        return new DemoTable(
                List.of(
                        "reads",
                        "default ops/s [95 %]",
                        "tuned ops/s [95 %]",
                        "gain",
                        tail,
                        "gain",
                        "read p99 ms",
                        "write p99 ms",
                        "applied after",
                        "configuration: what differs from the default"),
                rows);
    }

    private static List<String> row(DemoPhase before, DemoPhase after) {
        return List.of(
                String.format(Locale.ROOT, "%.0f %%", 100 * after.readRatio()),
                interval(before),
                interval(after),
                gain(before.throughput(), after.throughput()),
                pair(before.settled(), after.settled(), DemoTable::number),
                gain(before.settled(), after.settled()),
                pair(before.readP99(), after.readP99(), DemoTable::millis),
                pair(before.writeP99(), after.writeP99(), DemoTable::millis),
                Double.isNaN(after.secondsToApplied())
                        ? "-"
                        : String.format(Locale.ROOT, "%.0f s", after.secondsToApplied()),
                after.configuration());
    }

    String text() {
        List<List<String>> lines = new ArrayList<>(List.of(head));
        lines.addAll(rows);
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder shown = new StringBuilder();
            for (int column = 0; column < line.size(); column++) {
                int at = column;
                int width = lines.stream()
                        .filter(other -> at < other.size())
                        .mapToInt(other -> other.get(at).length())
                        .max()
                        .orElse(0);
                shown.append(column == 0 ? "" : "  ").append(isLeft(column) ? line.get(column) : "");
                shown.append(" ".repeat(width - line.get(column).length()));
                shown.append(isLeft(column) ? "" : line.get(column));
            }
            text.append(shown.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }

    String html() {
        Table table = new Table(head);
        rows.forEach(table::row);
        return table.html();
    }

    private boolean isLeft(int column) {
        return column == 0 || column == head.size() - 1;
    }

    private static String interval(DemoPhase phase) {
        return String.format(Locale.ROOT, "%,.0f [%,.0f, %,.0f]", phase.throughput(), phase.low(), phase.high());
    }

    private static String gain(double before, double after) {
        return percent(100 * (after / before - 1));
    }

    private static String percent(double gain) {
        return Double.isNaN(gain) ? "-" : String.format(Locale.ROOT, "%+.1f%%", gain);
    }

    private static String pair(double before, double after, DoubleFunction<String> format) {
        return format.apply(before) + " / " + format.apply(after);
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String millis(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }
}
