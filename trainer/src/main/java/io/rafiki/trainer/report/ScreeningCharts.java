package io.rafiki.trainer.report;

import io.rafiki.trainer.format.WorkloadText;
import io.rafiki.trainer.screening.KnobAnova;
import io.rafiki.trainer.screening.KnobResult;
import io.rafiki.trainer.screening.MainEffect;
import io.rafiki.trainer.screening.ScreeningNoise;
import io.rafiki.trainer.screening.ScreeningResult;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The two charts of a screening. Each has a row for each knob and a colour for each read ratio. */
final class ScreeningCharts {

    private static final double MARGIN = 1.05;
    private static final double LEAST_SPAN = 1;
    private static final double RADIUS = 3.5;

    private ScreeningCharts() {}

    /** Standard deviation of each knob's means in percent of the baseline's mean, with the noise floors and the elbow (Rafiki Figure 5). */
    static Chart deviations(ScreeningResult screen) {
        double most = DoubleStream.concat(
                        screen.knobs().stream().mapToDouble(KnobResult::score),
                        screen.noise().stream().mapToDouble(ScreeningNoise::floor))
                .max()
                .orElse(0);
        Chart chart = Chart.horizontal(
                "Standard deviation of the mean throughput over the values of each knob",
                knobs(screen),
                Axis.percent("standard deviation, share of the baseline's mean", 0, max(100 * most)),
                screen.noise().size());
        for (int r = 0; r < screen.noise().size(); r++) {
            Workload workload = screen.noise().get(r).workload();
            double[] deviations = screen.knobs().stream()
                    .mapToDouble(knob -> knob.alone().stream()
                            .filter(found -> found.workload().equals(workload) && found.isMeasured())
                            .mapToDouble(KnobAnova::share)
                            .map(share -> 100 * share)
                            .findFirst()
                            .orElse(Double.NaN))
                    .toArray();
            chart.add(Series.of(
                    WorkloadText.reads(workload), Color.series(r), Series.Kind.BARS, rows(deviations), deviations));
            chart.add(new Chart.Mark("y", 100 * screen.noise().get(r).floor(), null, Color.series(r), true));
        }
        long aboveElbow = screen.knobs().stream().filter(KnobResult::beforeDrop).count();
        return chart.add(new Chart.Mark("x", aboveElbow - 0.5, null, Color.SOFT, false));
    }

    /** Main effects of the two-level design in percent, with 95 % intervals. Points of effects that are not significant are hollow. */
    static Chart effects(ScreeningResult screen) {
        Chart chart = Chart.horizontal(
                "Main effects with all knobs at two levels",
                knobs(screen),
                Axis.percent(
                        "throughput at the high level over that at the low level",
                        -max(-ends(screen).min().orElse(0)),
                        max(ends(screen).max().orElse(0))),
                screen.noise().size());
        for (int r = 0; r < screen.noise().size(); r++) {
            Workload workload = screen.noise().get(r).workload();
            int[] rows = IntStream.range(0, screen.knobs().size())
                    .filter(row -> effect(screen, row, workload).isPresent())
                    .toArray();
            List<MainEffect> effects = IntStream.of(rows)
                    .mapToObj(row -> effect(screen, row, workload).orElseThrow())
                    .toList();
            chart.add(Series.of(
                            WorkloadText.reads(workload),
                            Color.series(r),
                            Series.Kind.POINTS,
                            IntStream.of(rows).asDoubleStream().toArray(),
                            values(effects, effect -> effect.gain().mean()))
                    .intervals(values(effects, effect -> effect.gain().low()), values(effects, effect -> effect.gain()
                            .high()))
                    .hollow(effects.stream()
                            .map(effect -> !effect.isSignificant())
                            .toList())
                    .size(RADIUS));
        }
        return chart.add(new Chart.Mark("y", 0, null, Color.SOFT, false));
    }

    private static Optional<MainEffect> effect(ScreeningResult screen, int row, Workload workload) {
        return screen.knobs().get(row).effects().stream()
                .filter(effect -> effect.workload().equals(workload))
                .findFirst();
    }

    private static double[] values(List<MainEffect> effects, ToDoubleFunction<MainEffect> share) {
        return effects.stream().mapToDouble(share).map(value -> 100 * value).toArray();
    }

    private static DoubleStream ends(ScreeningResult screen) {
        return screen.knobs().stream()
                .flatMap(knob -> knob.effects().stream())
                .flatMapToDouble(effect ->
                        DoubleStream.of(effect.gain().low(), effect.gain().high()))
                .map(end -> 100 * end);
    }

    private static Axis knobs(ScreeningResult screen) {
        return Axis.categories(
                "knob", screen.knobs().stream().map(KnobResult::name).toList());
    }

    private static double max(double value) {
        return Math.max(LEAST_SPAN, MARGIN * value);
    }

    private static double[] rows(double[] values) {
        return IntStream.range(0, values.length).mapToDouble(i -> i).toArray();
    }
}
