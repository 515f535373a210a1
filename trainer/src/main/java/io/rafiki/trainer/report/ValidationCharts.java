package io.rafiki.trainer.report;

import io.rafiki.trainer.evaluate.Histogram;
import io.rafiki.trainer.evaluate.PredictionPairs;
import io.rafiki.trainer.evaluate.ResultRow;
import io.rafiki.trainer.evaluate.ValidationResult;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The charts of a validation: learning curve, predicted against measured values, and errors. */
final class ValidationCharts {

    private static final int MOST_POINTS = 1500;
    private static final double SCATTER_RADIUS = 2.2;
    private static final int TICK_EVERY = 4;

    private ValidationCharts() {}

    /** MAPE against the number of training rows: a line for each method, with 95 % intervals. */
    static Chart learningCurve(ValidationResult.Section section) {
        List<Double> sizes = section.sizes().stream().map(Integer::doubleValue).toList();
        double greatest = section.rows().stream()
                .flatMapToDouble(
                        row -> DoubleStream.of(row.mape().mean(), row.mape().high()))
                .filter(Double::isFinite)
                .max()
                .orElse(1);
        Chart chart = Chart.of(
                "Learning curve: MAPE against the number of training rows" + heldOut(section),
                Axis.logarithmic("training rows", sizes.get(0), sizes.get(sizes.size() - 1))
                        .ticks(sizes),
                Axis.percent("MAPE", 0, Math.max(1e-9, 1.1 * greatest)));
        List<String> methods =
                section.rows().stream().map(ResultRow::method).distinct().toList();
        for (int m = 0; m < methods.size(); m++) {
            String method = methods.get(m);
            List<ResultRow> rows = section.rows().stream()
                    .filter(row -> row.method().equals(method)
                            && Double.isFinite(row.mape().mean()))
                    .toList();
            if (!rows.isEmpty()) {
                Series line = Series.of(
                        method,
                        Color.series(m),
                        Series.Kind.LINE,
                        values(rows, ResultRow::trainSize),
                        values(rows, row -> row.mape().mean()));
                chart.add(line.intervals(values(rows, row -> row.mape().low()), values(rows, row -> row.mape()
                        .high())));
            }
        }
        return chart;
    }

    /** The ensemble's predictions against the measured values, with the diagonal. */
    static Chart scatter(ValidationResult result) {
        PredictionPairs pairs = result.pairs();
        int step = Math.max(1, (pairs.size() + MOST_POINTS - 1) / MOST_POINTS);
        int[] shown = IntStream.iterate(0, i -> i < pairs.size(), i -> i + step).toArray();
        double[] measured = IntStream.of(shown).mapToDouble(pairs::measured).toArray();
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
        double[] predicted = IntStream.of(shown)
                .mapToDouble(i -> Math.max(from, Math.min(to, pairs.predicted(i))))
                .toArray();
        String target = result.table().target();
        double[] ends = {from, to};
        return Chart.of(
                        "Predicted against measured values",
                        axis("measured " + target, from, to, logarithmic),
                        axis("predicted " + target, from, to, logarithmic))
                .height(500)
                .add(Series.of("predicted = measured", Color.SOFT, Series.Kind.LINE, ends, ends)
                        .size(0))
                .add(Series.of("test rows", Color.TUNED, Series.Kind.POINTS, measured, predicted)
                        .size(SCATTER_RADIUS)
                        .asFaint());
    }

    /** How many predictions have which error. */
    static Chart errors(ValidationResult.Section section) {
        List<Histogram.Bin> bins =
                Histogram.of(section.pairs().relativeErrors()).bins();
        double from = bins.get(0).from();
        double to = bins.get(bins.size() - 1).to();
        double most = bins.stream().mapToInt(Histogram.Bin::count).max().orElse(1);
        List<Double> ticks = IntStream.iterate(0, b -> b <= bins.size(), b -> b + TICK_EVERY)
                .mapToObj(b -> b < bins.size() ? bins.get(b).from() : to)
                .toList();
        return Chart.of(
                        "Histogram of relative errors" + heldOut(section),
                        Axis.percent("error, share of the measured value", from, to)
                                .ticks(ticks),
                        Axis.of("predictions in all repeats", 0, most))
                .add(Series.of(
                                "predictions",
                                Color.TUNED,
                                Series.Kind.BARS,
                                bins.stream()
                                        .mapToDouble(bin -> (bin.from() + bin.to()) / 2)
                                        .toArray(),
                                bins.stream().mapToDouble(Histogram.Bin::count).toArray())
                        .width(bins.get(0).to() - from));
    }

    private static Axis axis(String label, double from, double to, boolean logarithmic) {
        return logarithmic ? Axis.logarithmic(label, from, to) : Axis.of(label, from, to);
    }

    private static String heldOut(ValidationResult.Section section) {
        return section.isRandom() ? "" : " (" + section.protocol() + " held out)";
    }

    private static double[] values(List<ResultRow> rows, ToDoubleFunction<ResultRow> value) {
        return rows.stream().mapToDouble(value).toArray();
    }
}
