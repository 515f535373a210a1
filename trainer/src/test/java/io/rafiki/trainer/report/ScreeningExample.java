package io.rafiki.trainer.report;

import io.rafiki.trainer.screening.FailedTrials;
import io.rafiki.trainer.screening.KnobAnova;
import io.rafiki.trainer.screening.KnobAnova.ValueMean;
import io.rafiki.trainer.screening.KnobResult;
import io.rafiki.trainer.screening.MainEffect;
import io.rafiki.trainer.screening.ScreeningNoise;
import io.rafiki.trainer.screening.ScreeningResult;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Map;

/** A screening of four knobs at two read ratios, with two failed trials and one knob that was not measured. */
final class ScreeningExample {

    private ScreeningExample() {}

    static String html() {
        return ScreeningPage.html(screen());
    }

    static ScreeningResult screen() {
        return new ScreeningResult(
                "example",
                40,
                38,
                Map.of("cassandra", "5.0.9"),
                "the machine shows no significant drift (16 baseline trials); nothing is corrected.",
                List.of(new FailedTrials(
                        2, Workload.ofReadRatio(0.9), "commitlog_segment_size=64", "node: <exit code> 137")),
                List.of(
                        new ScreeningNoise(Workload.ofReadRatio(0.1), 8, 13_141, 0.042, 0.05),
                        new ScreeningNoise(Workload.ofReadRatio(0.9), 8, 2_067, 0.025, 0.022)),
                List.of(
                        knob("compaction", 0.207, 0.0004, 0.62, true),
                        knob("native_transport_max_threads", 0.08, 0.2, -0.04, true),
                        knob("trickle_fsync", 0.033, 0.8, 0.09, false),
                        new KnobResult(
                                "row_cache_size",
                                false,
                                List.of(
                                        new KnobAnova(Workload.ofReadRatio(0.1), List.of(), 0, 0, 0, 1, 1),
                                        new KnobAnova(Workload.ofReadRatio(0.9), List.of(), 0, 0, 0, 1, 1)),
                                List.of(),
                                false)));
    }

    private static KnobResult knob(String name, double share, double p, double effect, boolean beforeDrop) {
        return new KnobResult(
                name,
                true,
                List.of(alone(0.1, 13_141, share / 4, 1), alone(0.9, 2_067, share, p)),
                List.of(effect(0.1, effect / 3, 1), effect(0.9, effect, p)),
                beforeDrop);
    }

    private static KnobAnova alone(double readRatio, double mean, double share, double p) {
        List<ValueMean> values =
                List.of(new ValueMean("low", mean * (1 - share), 6), new ValueMean(64, mean * (1 + share), 5));
        return new KnobAnova(Workload.ofReadRatio(readRatio), values, share * mean, share, 3.25, p / 40, p);
    }

    private static MainEffect effect(double readRatio, double mean, double p) {
        return new MainEffect(
                Workload.ofReadRatio(readRatio),
                "low",
                64,
                new ConfidenceInterval(mean, mean - 0.1, mean + 0.12),
                40,
                p / 40,
                p);
    }
}
