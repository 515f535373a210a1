package io.rafiki.trainer.validate;

import io.rafiki.trainer.report.Plot;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The drawings of a validation's report. */
final class ValidationPlots {

    private static final double HEIGHT = 340;
    private static final int MOST_DOTS = 1500;
    private static final int TICKS = 4;

    private ValidationPlots() {}

    /** MAPE over the number of training rows, a line per method, with the intervals as whiskers. */
    static String learningCurve(ValidationResult.Section section) {
        List<Integer> sizes = section.sizes();
        double from = sizes.get(0);
        double to = sizes.get(sizes.size() - 1);
        double greatest = section.rows().stream()
                .flatMapToDouble(
                        row -> DoubleStream.of(row.mape().mean(), row.mape().high()))
                .filter(Double::isFinite)
                .max()
                .orElse(1);
        double top = Math.max(1e-9, 1.1 * greatest);
        Plot plot = new Plot(
                "MAPE over the number of training rows" + section.aside(),
                HEIGHT,
                new Plot.Axis("training rows", from, to, true),
                new Plot.Axis("MAPE %", 0, top, false));
        sizes.forEach(size -> plot.tickAcross(size, String.valueOf(size)));
        ticksUp(plot, 0, top);
        List<String> methods =
                section.rows().stream().map(Row::method).distinct().toList();
        for (int m = 0; m < methods.size(); m++) {
            String method = methods.get(m);
            List<Row> rows = section.rows().stream()
                    .filter(row -> row.method().equals(method)
                            && Double.isFinite(row.mape().mean()))
                    .toList();
            if (!rows.isEmpty()) {
                line(plot, "m" + m, rows);
            }
        }
        return plot.svg();
    }

    private static void line(Plot plot, String kind, List<Row> rows) {
        for (Row row : rows) {
            if (Double.isFinite(row.mape().low())) {
                double[] size = {row.trainSize(), row.trainSize()};
                plot.line("whisker", size, new double[] {
                    row.mape().low(), row.mape().high()
                });
            }
        }
        plot.line(
                kind,
                rows.stream().mapToDouble(Row::trainSize).toArray(),
                rows.stream().mapToDouble(row -> row.mape().mean()).toArray());
        rows.forEach(row -> plot.dot(kind, row.trainSize(), row.mape().mean(), 3));
        Row last = rows.get(rows.size() - 1);
        plot.words(last.trainSize(), last.mape().mean(), last.method());
    }

    /** The ensemble's predictions over what was measured. */
    static String scatter(ValidationResult result) {
        Pairs pairs = result.pairs();
        double least = IntStream.range(0, pairs.size())
                .mapToDouble(pairs::measured)
                .min()
                .orElse(0);
        double greatest = IntStream.range(0, pairs.size())
                .mapToDouble(pairs::measured)
                .max()
                .orElse(1);
        boolean logarithmic = least > 0 && greatest / least > 10;
        double margin = greatest > least ? 0.05 * (greatest - least) : 1;
        double from = logarithmic ? least / 1.1 : least - margin;
        double to = logarithmic ? greatest * 1.1 : greatest + margin;
        Plot plot = new Plot(
                "Predicted over measured values",
                HEIGHT + 160,
                new Plot.Axis("measured", from, to, logarithmic),
                new Plot.Axis("predicted by the ensemble, the line where both are equal", from, to, logarithmic));
        for (int i = 0; i <= TICKS; i++) {
            double share = (double) i / TICKS;
            double value = logarithmic ? from * Math.pow(to / from, share) : from + share * (to - from);
            plot.tickUp(value, Numbers.text(value)).tickAcross(value, Numbers.text(value));
        }
        plot.line("even", new double[] {from, to}, new double[] {from, to});
        int step = Math.max(1, (pairs.size() + MOST_DOTS - 1) / MOST_DOTS);
        for (int i = 0; i < pairs.size(); i += step) {
            double predicted = Math.max(from, Math.min(to, pairs.predicted(i)));
            plot.dot("pair", pairs.measured(i), predicted, 2.2);
        }
        return plot.svg();
    }

    /** How many predictions are off by how much. */
    static String errors(ValidationResult.Section section) {
        List<Histogram.Bin> bins =
                Histogram.of(section.pairs().relativeErrors()).bins();
        double from = bins.get(0).from();
        double to = bins.get(bins.size() - 1).to();
        double most = bins.stream().mapToInt(Histogram.Bin::count).max().orElse(1);
        Plot plot = new Plot(
                "Histogram of relative errors" + section.aside(),
                HEIGHT,
                new Plot.Axis(
                        "predicted less measured, % of the measured value; the outer bars take what lies beyond",
                        from, to, false),
                new Plot.Axis("predictions in all repeats", 0, most, false));
        for (int b = 0; b <= bins.size(); b += 4) {
            double edge = b < bins.size() ? bins.get(b).from() : to;
            plot.tickAcross(edge, String.format(Locale.ROOT, "%+.3g", edge == 0 ? 0.0 : edge));
        }
        ticksUp(plot, 0, most);
        bins.forEach(bin -> plot.bar("bar", bin.from(), bin.to(), bin.count()));
        return plot.svg();
    }

    private static void ticksUp(Plot plot, double from, double to) {
        for (int i = 0; i <= TICKS; i++) {
            double value = from + (to - from) * i / TICKS;
            plot.tickUp(value, Numbers.text(value));
        }
    }
}
