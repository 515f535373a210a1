package io.rafiki.trainer.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.TrainingDomain.Seen;
import io.rafiki.workload.Workload;
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
