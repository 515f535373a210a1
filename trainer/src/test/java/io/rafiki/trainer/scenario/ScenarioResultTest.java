package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.decision.HoldReason;
import io.rafiki.trainer.scenario.TimelineEvent.Kind;
import io.rafiki.trainer.statistics.ConfidenceInterval;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScenarioResultTest {

    private static final Schedule SCHEDULE = Schedule.of(List.of(Duration.ofSeconds(10)), List.of(0.9));
    private static final TimelineEvent GAIN_TOO_SMALL = hold(3, "gain_too_small", "[d1] hold: predicted gain 5.0 %");
    private static final TimelineEvent UNCHANGED =
            hold(8, TimelineEvent.WORKLOAD_UNCHANGED, "[d2] hold: workload unchanged");

    @Test
    void theCodeOfAnUnchangedWorkloadIsThatOfTheDecision() {
        assertThat(new HoldReason.WorkloadUnchanged(Map.of(), Map.of(), 0, 0.1).code())
                .isEqualTo(TimelineEvent.WORKLOAD_UNCHANGED);
    }

    @Test
    void theLastHoldForAnotherReasonExplainsWhyNothingWasApplied() {
        assertThat(result(0, 0, GAIN_TOO_SMALL, UNCHANGED).lastHold()).contains(GAIN_TOO_SMALL);
        assertThat(result(0, 0, UNCHANGED).lastHold()).isEmpty();
        assertThat(result(1, 0, GAIN_TOO_SMALL).lastHold()).isEmpty();
    }

    @Test
    void holdsAreCountedByTheirReason() {
        assertThat(TunerCounters.holds(
                        List.of(UNCHANGED, UNCHANGED, GAIN_TOO_SMALL, TimelineEvent.rewrite(9, Kind.REWRITING, ""))))
                .isEqualTo(Map.of("workload_unchanged", 2L, "gain_too_small", 1L));
    }

    @Test
    void aFailedReadBackIsRecorded() {
        assertThat(result(1, 1).isReadBack()).isFalse();
        assertThat(result(1, 0).isReadBack()).isTrue();
        assertThat(result(0, 0).isApplied()).isFalse();
    }

    @Test
    void isReadAsItWasWritten(@TempDir Path folder) throws Exception {
        ScenarioResult once = result(1, 0, GAIN_TOO_SMALL, new TimelineEvent(9, Kind.APPLY, "gain", "[d3]", "x=1"));
        ScenarioResult result = new ScenarioResult(
                "demo", SCHEDULE, 0, once.variants(), once.conditions(), List.of(pair(1_300, 1_000)));
        Path file = folder.resolve("demo.json");
        ScenarioFile.write(file, result);
        assertThat(Files.readString(file)).contains("\"readP99\":null").doesNotContain("NaN");
        assertThat(ScenarioFile.read(file)).isEqualTo(result);
    }

    private static TimelineEvent hold(double second, String code, String text) {
        return new TimelineEvent(second, Kind.HOLD, code, text, null);
    }

    private static ScenarioResult result(long applied, long failures, TimelineEvent... events) {
        return new ScenarioResult(
                "demo",
                SCHEDULE,
                0,
                List.of(variant("baseline", null), variant("tuned", counters(applied, failures), events)),
                Map.of("data", "1 MB"),
                List.of());
    }

    /** Ratios 1.3 e^d and 1.3 e^-d: the mean of the logarithms is log 1.3, its standard error d, and Student's t(1) is 12.7062. */
    @Test
    void theGainOfPairsIsTheMeanOfTheirLogarithms() {
        double d = 0.01;
        ConfidenceInterval gain = pairs(pair(1_300 * Math.exp(d), 1_000), pair(1_300, 1_000 * Math.exp(d)))
                .gain(VariantResult::total);
        assertThat(gain.mean()).isCloseTo(0.3, within(1e-9));
        assertThat(gain.low()).isCloseTo(1.3 * Math.exp(-12.7062 * d) - 1, within(1e-6));
        assertThat(gain.high()).isCloseTo(1.3 * Math.exp(12.7062 * d) - 1, within(1e-6));
    }

    /** A machine that becomes 2 % slower with each run. In one order of the runs the gain would be 1.3 / 0.98 - 1. */
    @Test
    void alternatingPairsCancelASteadyDrift() {
        Scenario demo = DemoScenario.of(Path.of("model.zip"), List.of(0.9), false);
        List<RunPair> pairs = new ArrayList<>();
        double speed = 1_000;
        for (int number = 0; number < 4; number++) {
            List<VariantResult> block = new ArrayList<>();
            for (Variant variant : demo.block(number)) {
                boolean isTuned = variant.agent().isPresent();
                block.add(run(variant.name(), isTuned ? counters(1, 0) : null, isTuned ? 1.3 * speed : speed));
                speed *= 0.98;
            }
            pairs.add(RunPair.of(block));
        }
        assertThat(pairs.get(0).gain(VariantResult::total)).isCloseTo(1.3 / 0.98 - 1, within(1e-9));
        assertThat(pairs.get(1).gain(VariantResult::total)).isCloseTo(1.3 * 0.98 - 1, within(1e-9));
        assertThat(pairs.get(3).tuned().name()).isEqualTo("tuned-4");
        assertThat(pairs(pairs.toArray(RunPair[]::new))
                        .gain(VariantResult::total)
                        .mean())
                .isCloseTo(0.3, within(1e-9));
    }

    @Test
    void pairsFollowWhileTheyEndWithin29Minutes() {
        Scenario demo = DemoScenario.of(Path.of("model.zip"), List.of(0.9, 0.1, 0.5), false);
        assertThat(demo.isTimeForBlock(1_200, 540)).isTrue();
        assertThat(demo.isTimeForBlock(1_201, 540)).isFalse();
        assertThat(demo.expected()).isBetween(Duration.ofMinutes(20), Duration.ofMinutes(29));
        Scenario quick = DemoScenario.of(Path.of("model.zip"), List.of(0.9, 0.1, 0.5), true);
        assertThat(quick.isTimeForBlock(300, 300)).isFalse();
    }

    @Test
    void countersAddUpOverAllPairs() {
        ScenarioResult pairs = pairs(pair(1_300, 1_000), pair(1_300, 1_000));
        assertThat(pairs.counters()).isEqualTo(new TunerCounters(0, 6, 2, 0, Map.of("gain_too_small", 2L)));
    }

    private static ScenarioResult pairs(RunPair... pairs) {
        return new ScenarioResult(
                "demo",
                SCHEDULE,
                0,
                List.of(pairs[0].baseline(), pairs[0].tuned()),
                Map.of(),
                List.of(pairs).subList(1, pairs.length));
    }

    private static RunPair pair(double tuned, double baseline) {
        return new RunPair(run("tuned", counters(1, 0), tuned), run("baseline", null, baseline));
    }

    private static VariantResult run(String name, TunerCounters counters, double throughput) {
        return new VariantResult(
                name,
                List.of(),
                SegmentResult.simulated("all", 10 * throughput, 10, "baseline"),
                1,
                List.of(),
                List.of(),
                counters,
                0,
                List.of());
    }

    private static TunerCounters counters(long applied, long failures) {
        return new TunerCounters(0, 3, applied, failures, Map.of("gain_too_small", 1L));
    }

    private static VariantResult variant(String name, TunerCounters counters, TimelineEvent... events) {
        return new VariantResult(
                name,
                List.of(),
                SegmentResult.simulated("all", 1_000, 10, "baseline"),
                1,
                List.of(100.0, 101.5),
                List.of(events),
                counters,
                7,
                List.of("the node's memory limit could not be set as planned: x"));
    }
}
