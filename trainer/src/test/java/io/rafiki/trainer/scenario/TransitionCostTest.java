package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.ycsb.MeasuredSeries;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two phases of 40 s, measured from 20 to 35 s and from 60 to 75 s. The tuned node serves 300 ops/s less from 37 to 60 s. */
class TransitionCostTest {

    private static final List<TimeRange> MEASURED = List.of(new TimeRange(20, 35), new TimeRange(60, 75));

    private final Schedule schedule =
            Schedule.of(List.of(Duration.ofSeconds(40), Duration.ofSeconds(40)), List.of(0.9, 0.1));

    @Test
    void aChangeAfterAMeasuredPartIsACostOfTheNextPhase() {
        assertThat(TransitionCost.of(result(37, 42))).singleElement().satisfies(cost -> {
            assertThat(cost.segment()).isEqualTo("10 % reads");
            assertThat(cost.seconds()).isEqualTo(60 - 37);
            assertThat(cost.operations().mean()).isCloseTo(23 * 300, within(1e-6));
        });
    }

    @Test
    void aChangeWithinAMeasuredPartHasNoSeparateCost() {
        assertThat(TransitionCost.of(result(25, 62))).isEmpty();
    }

    private ScenarioResult result(double first, double second) {
        return new ScenarioResult(
                "demo",
                schedule,
                0,
                List.of(
                        variant("baseline", 0, List.of(), null),
                        variant(
                                "tuned",
                                300,
                                List.of(change(first), change(second)),
                                new TunerCounters(0, 2, 2, 0, Map.of()))),
                Map.of(),
                List.of());
    }

    private static TimelineEvent change(double second) {
        return new TimelineEvent(second, TimelineEvent.Kind.APPLY, "predicted_gain", "", "a=1");
    }

    private VariantResult variant(String name, double lost, List<TimelineEvent> events, TunerCounters counters) {
        List<Double> series = IntStream.range(0, 80)
                .mapToObj(i -> 1_000 - (i >= 37 && i < 60 ? lost : 0) + (i % 2 == 0 ? 1.0 : -1.0))
                .toList();
        RunResult run = new RunResult(
                Lines.measured("a").environment(),
                1,
                new YcsbResult(Map.of(), new MeasuredSeries(series, 0)),
                events,
                Optional.ofNullable(counters),
                List.of());
        Scenario demo = new Scenario(
                "demo",
                Optional.empty(),
                schedule,
                Duration.ZERO,
                0,
                Segment.ofParts(schedule, MEASURED),
                List.of(Variant.baseline()),
                "");
        return VariantResult.of(demo, Variant.baseline().named(name), run);
    }
}
