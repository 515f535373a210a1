package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.HoldReason;
import io.rafiki.trainer.scenario.TimelineEvent.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
        ScenarioResult result = result(1, 0, GAIN_TOO_SMALL, new TimelineEvent(9, Kind.APPLY, "gain", "[d3]", "x=1"));
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
                Map.of("data", "1 MB"));
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
                counters);
    }
}
