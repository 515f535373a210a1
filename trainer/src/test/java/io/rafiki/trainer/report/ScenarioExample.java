package io.rafiki.trainer.report;

import io.rafiki.trainer.scenario.ScenarioFile;
import io.rafiki.trainer.scenario.ScenarioResult;
import io.rafiki.trainer.scenario.Schedule;
import io.rafiki.trainer.scenario.SegmentResult;
import io.rafiki.trainer.scenario.TimelineEvent;
import io.rafiki.trainer.scenario.TimelineEvent.Kind;
import io.rafiki.trainer.scenario.TunerCounters;
import io.rafiki.trainer.scenario.VariantResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Results of scenarios: the recorded result of a real demo, and a small replay with known numbers. */
public final class ScenarioExample {

    private ScenarioExample() {}

    /** The demo of the recorded file, which {@code rafiki demo --quick} wrote. */
    public static ScenarioResult demo() {
        try {
            return ScenarioFile.read(Path.of("src/test/resources/scenario/demo.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Forty phases of 3 s after a warm-up of 40 s; the tuned node rewrites its data from 75 to 90 s. */
    public static ScenarioResult replay() {
        return new ScenarioResult(
                "replay",
                Schedule.of(
                                Collections.nCopies(40, Duration.ofSeconds(3)),
                                IntStream.range(0, 40)
                                        .mapToObj(i -> i / 10 % 2 == 0 ? 0.9 : 0.1)
                                        .toList())
                        .after(40),
                40,
                List.of(
                        variant("baseline", 5_000, "baseline", List.of(), null),
                        variant("static", 5_500, "compaction=Leveled", List.of(), null),
                        variant(
                                "tuned",
                                6_050,
                                "compaction=Leveled, concurrent_reads=16",
                                List.of(
                                        event(10, Kind.HOLD, "[d1] hold: <a&b>", null),
                                        event(75, Kind.APPLY, "[d2] apply: compaction <a&b>", "compaction=Leveled"),
                                        TimelineEvent.rewrite(75, Kind.REWRITING, "3 compactions pending"),
                                        TimelineEvent.rewrite(90, Kind.SETTLED, "the compactions are complete"),
                                        event(
                                                101,
                                                Kind.APPLY,
                                                "[d3] apply: concurrent_reads 32 -> 16",
                                                "compaction=Leveled, concurrent_reads=16")),
                                new TunerCounters(0, 3, 2, 0, Map.of("gain_too_small", 1L)))),
                Map.of("data", "1,000 rows"),
                List.of());
    }

    private static TimelineEvent event(double second, Kind kind, String text, String configuration) {
        return new TimelineEvent(second, kind, "predicted_gain", text, configuration);
    }

    private static VariantResult variant(
            String name, double throughput, String configuration, List<TimelineEvent> events, TunerCounters counters) {
        return new VariantResult(
                name,
                List.of(
                        segment("reads (75 % or more)", 0.8 * throughput, 60, configuration),
                        segment("writes (75 % or more)", 1.2 * throughput, 60, configuration)),
                segment("all", throughput, 120, configuration),
                1,
                Collections.nCopies(160, throughput),
                events,
                counters,
                0,
                List.of());
    }

    private static SegmentResult segment(String name, double throughput, double seconds, String configuration) {
        return new SegmentResult(
                name,
                List.of(),
                seconds * throughput,
                throughput,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                3_500,
                Double.NaN,
                configuration,
                Double.NaN,
                null);
    }
}
