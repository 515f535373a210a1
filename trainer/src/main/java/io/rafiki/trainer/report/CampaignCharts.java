package io.rafiki.trainer.report;

import io.rafiki.trainer.analysis.Interaction;
import io.rafiki.trainer.analysis.PredictedGains;
import io.rafiki.trainer.analysis.PredictedGains.Measurement;
import io.rafiki.trainer.analysis.Recommendation;
import io.rafiki.trainer.analysis.VerificationRow;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The charts of a campaign that no other page has. */
final class CampaignCharts {

    private static final double SMALL = 2.5;
    private static final double MEDIUM = 4;
    private static final double LARGE = 6;

    private CampaignCharts() {}

    /** Predicted throughput of baseline and choice over the read ratio, with measurements (Rafiki Figure 4). */
    static Chart gains(PredictedGains gains) {
        List<Recommendation> advice = gains.recommendations();
        double[] ratios = values(advice, one -> 100 * one.workload().readRatio());
        double[] choice = values(advice, one -> one.ofChoice().mean());
        double[] high = values(advice, one -> one.ofChoice().upperBound(1));
        double[] baseline = values(advice, one -> one.ofDefault().mean());
        double[] trials = values(gains.baseline(), Measurement::throughput);
        double[] verified = values(gains.verified(), VerificationRow::mean);
        double[] paired = values(gains.verified(), VerificationRow::baselineMean);
        double top = Stream.of(high, baseline, trials, verified, paired)
                .flatMapToDouble(DoubleStream::of)
                .max()
                .orElse(1);
        Chart chart = Chart.of(
                        "Throughput of the baseline and of Rafiki's choice over the share of reads",
                        Axis.percent("share of reads", 0, 100),
                        Axis.of("throughput, ops/s", 0, 1.1 * top))
                .add(Series.of("baseline, predicted", Color.BASELINE, Series.Kind.LINE, ratios, baseline)
                        .size(SMALL))
                .add(Series.of("choice, predicted", Color.TUNED, Series.Kind.LINE, ratios, choice)
                        .intervals(values(advice, one -> one.ofChoice().lowerBound(1)), high)
                        .size(SMALL))
                .add(Series.of(
                                "baseline, trials",
                                Color.BASELINE,
                                Series.Kind.POINTS,
                                values(gains.baseline(), trial -> 100 * trial.readRatio()),
                                trials)
                        .size(MEDIUM));
        if (!gains.verified().isEmpty()) {
            double[] at = values(gains.verified(), row -> 100 * row.workload().readRatio());
            chart.add(Series.of("choice, verified", Color.ACCENT, Series.Kind.POINTS, at, verified)
                            .size(LARGE))
                    .add(Series.of("baseline in the same pairs", Color.VIOLET, Series.Kind.POINTS, at, paired)
                            .size(LARGE)
                            .hollow(Collections.nCopies(at.length, true)));
        }
        return chart;
    }

    /** Predicted throughput over two knobs: a line for each value of the first (Rafiki Figure 6). */
    static Chart interaction(Interaction pair) {
        double least = predicted(pair).min().orElse(0);
        double most = predicted(pair).max().orElse(1);
        double margin = Math.max(1, 0.1 * (most - least));
        double[] places =
                IntStream.range(0, pair.columns().size()).asDoubleStream().toArray();
        Chart chart = Chart.of(
                "Predicted throughput over " + pair.second() + " for each " + pair.first(),
                Axis.categories(
                        pair.second(),
                        pair.columns().stream().map(Object::toString).toList()),
                Axis.of("predicted throughput, ops/s", least - margin, most + margin));
        for (int r = 0; r < pair.rows().size(); r++) {
            chart.add(Series.of(
                    pair.first() + " " + pair.rows().get(r),
                    Color.series(r),
                    Series.Kind.LINE,
                    places,
                    values(pair.predicted().get(r), value -> value)));
        }
        return chart;
    }

    private static DoubleStream predicted(Interaction pair) {
        return pair.predicted().stream().flatMap(List::stream).mapToDouble(value -> value);
    }

    private static <T> double[] values(List<T> items, ToDoubleFunction<T> value) {
        return items.stream().mapToDouble(value).toArray();
    }
}
