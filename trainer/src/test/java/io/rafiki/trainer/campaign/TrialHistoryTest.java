package io.rafiki.trainer.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.TrainingDomain.Seen;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrialHistoryTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled", "Unified"), 0),
            new IntegerKnob("file_cache_size", "MiB", 64, 256, Map.of("off", 0L), 0)));
    private static final TrialOutcome.Outcome GOOD = TrialOutcome.Outcome.MEASURED;
    private static final TrialOutcome.Outcome BAD = TrialOutcome.Outcome.FAILED;

    /** The start of a campaign can miss a choice or the end of a range. */
    @Test
    void whatWasNeverTriedStaysOpen() {
        assertThat(open(attempt("SizeTiered", 100, GOOD)))
                .containsExactly(
                        new Seen(Double.NaN, Double.NaN, List.of(0.0, 1.0, 2.0)), new Seen(64, 256, List.of(0.0)));
    }

    @Test
    void onlyTheSideOfARangeThatFailedIsClosed() {
        assertThat(open(
                        attempt("SizeTiered", 100, GOOD),
                        attempt("SizeTiered", 150, GOOD),
                        attempt("Unified", 200, BAD)))
                .containsExactly(new Seen(Double.NaN, Double.NaN, List.of(0.0, 1.0)), new Seen(64, 150, List.of(0.0)));
    }

    @Test
    void aFailureBetweenMeasuredValuesClosesNothing() {
        assertThat(open(
                        attempt("SizeTiered", 100, GOOD),
                        attempt("SizeTiered", 150, GOOD),
                        attempt("SizeTiered", 120, BAD)))
                .containsExactly(
                        new Seen(Double.NaN, Double.NaN, List.of(0.0, 1.0, 2.0)), new Seen(64, 256, List.of(0.0)));
    }

    @Test
    void numbersThatOnlyFailedAreClosed() {
        assertThat(open(attempt("SizeTiered", "off", GOOD), attempt("SizeTiered", 200, BAD))
                        .get(1))
                .satisfies(seen -> assertThat(seen.contains(200)).isFalse())
                .satisfies(seen -> assertThat(seen.contains(64)).isFalse())
                .satisfies(seen -> assertThat(seen.contains(0)).isTrue());
    }

    /** The second session was on a machine with 1.3 times the throughput; both measured the same. */
    @Test
    void anotherMachineIsNoEffectOfTheKnobs() throws Exception {
        List<Trial> lines = new ArrayList<>();
        for (int session = 0; session < 2; session++) {
            for (int repeat = 0; repeat < 5; repeat++) {
                for (String compaction : List.of("SizeTiered", "Leveled")) {
                    PlannedTrial trial = new PlannedTrial(
                            Workload.ofReadRatio(repeat < 3 ? 0.1 : 0.9),
                            SPACE.configuration(Map.of("compaction", compaction, "file_cache_size", "off")),
                            5 * session + repeat);
                    lines.add(Lines.measured(
                            trial,
                            (compaction.equals("Leveled") ? 1500 : 1000) * (session == 0 ? 1 : 1.3),
                            "2026-01-0" + (1 + session) + "T0" + repeat + ":00:0"
                                    + (compaction.equals("Leveled") ? 0 : 1) + "Z"));
                }
            }
        }
        assertThat(values(TrialObjective.throughput, lines, 0)).allSatisfy(value -> assertThat(
                        value / values(TrialObjective.throughput, lines, 0).get(0))
                .isCloseTo(1, within(1e-9)));
        assertThat(values(TrialObjective.throughput, lines, 1).get(0)
                        / values(TrialObjective.throughput, lines, 0).get(0))
                .isCloseTo(1.5, within(1e-9));
    }

    @Test
    void aLineWithoutAThroughputHasFailed() throws Exception {
        PlannedTrial trial = new PlannedTrial(Workload.ofReadRatio(0.5), SPACE.defaults(), 0);
        assertThat(TrialHistory.of(
                                SPACE, TrialObjective.throughput, List.of(Lines.of(trial, TrialStatus.OK, Double.NaN)))
                        .attempts())
                .extracting(TrialOutcome::outcome)
                .containsExactly(BAD);
    }

    /** The measured values with one compaction. */
    private static List<Double> values(TrialObjective objective, List<Trial> lines, double compaction)
            throws IOException {
        return TrialHistory.of(SPACE, objective, lines).measured().stream()
                .filter(outcome -> outcome.configuration().code(0) == compaction)
                .map(TrialOutcome::value)
                .toList();
    }

    private static List<Seen> open(TrialOutcome... attempts) {
        return new TrialHistory(Stream.of(attempts).toList())
                .withoutFailures(SPACE)
                .knobs();
    }

    private static TrialOutcome attempt(String compaction, Object cache, TrialOutcome.Outcome outcome) {
        Configuration tried = SPACE.configuration(Map.of("compaction", compaction, "file_cache_size", cache));
        return new TrialOutcome(compaction + cache, Workload.ofReadRatio(0.5), tried, outcome, 1000);
    }
}
