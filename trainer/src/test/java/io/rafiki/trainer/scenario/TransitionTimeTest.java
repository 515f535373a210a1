package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.scenario.TimelineEvent.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The read ratio steps at 70 s (90 % to 10 %) and at 100 s (10 % to 90 %); the schedule ends at 160 s. All times are computed by hand. */
class TransitionTimeTest {

    private final Schedule schedule = Schedule.of(
            List.of(Duration.ofSeconds(70), Duration.ofSeconds(30), Duration.ofSeconds(60)), List.of(0.9, 0.1, 0.9));

    @Test
    void lastsFromTheStepUntilTheDataAreRewritten() {
        assertThat(seconds(
                        change(Kind.APPLY, 75),
                        TimelineEvent.rewrite(75, Kind.REWRITING, ""),
                        TimelineEvent.rewrite(90, Kind.SETTLED, "")))
                .as("70 to 75 for the change, 75 to 90 for the rewrite")
                .isEqualTo(20);
    }

    @Test
    void countsOverlappingTimesOnce() {
        assertThat(seconds(
                        TimelineEvent.rewrite(72, Kind.REWRITING, ""),
                        change(Kind.APPLY, 80),
                        TimelineEvent.rewrite(83, Kind.SETTLED, ""),
                        change(Kind.ROLLBACK, 85)))
                .as("70 to 80 and 72 to 83")
                .isEqualTo(13);
    }

    /** Nothing changed between the two changes, and no step caused the second. */
    @Test
    void onlyTheFirstChangeAfterAStepBeginsAtTheStep() {
        Schedule single = Schedule.of(List.of(Duration.ofSeconds(70), Duration.ofSeconds(90)), List.of(0.9, 0.1));
        List<TimelineEvent> events = List.of(change(Kind.APPLY, 75), change(Kind.APPLY, 150));
        assertThat(TransitionTime.seconds(single, events, 40)).isEqualTo(5);
    }

    @Test
    void addsSeparateTimes() {
        assertThat(seconds(change(Kind.APPLY, 73), change(Kind.APPLY, 104)))
                .as("70 to 73 and 100 to 104")
                .isEqualTo(7);
    }

    @Test
    void ignoresTheWarmUpAndChangesBeforeTheFirstStep() {
        assertThat(seconds(change(Kind.APPLY, 10))).isZero();
        assertThat(seconds(TimelineEvent.rewrite(30, Kind.REWRITING, ""), TimelineEvent.rewrite(45, Kind.SETTLED, "")))
                .as("the warm-up ends at 40 s")
                .isEqualTo(5);
    }

    @Test
    void aRewriteWithoutAnEndLastsToTheEndOfTheSchedule() {
        List<TimelineEvent> events = List.of(
                change(Kind.APPLY, 75),
                TimelineEvent.rewrite(75, Kind.REWRITING, ""),
                TimelineEvent.rewrite(80, Kind.REWRITING, ""));
        assertThat(TransitionTime.seconds(schedule, events, 40)).isEqualTo(160 - 70);
        assertThat(TransitionTime.rewrites(events, 160)).containsExactly(new TimeRange(75, 160));
    }

    @Test
    void proposalsAndHoldsAreNoTransitions() {
        assertThat(seconds(change(Kind.PROPOSE, 75), change(Kind.HOLD, 105))).isZero();
    }

    private double seconds(TimelineEvent... events) {
        return TransitionTime.seconds(schedule, List.of(events), 40);
    }

    private static TimelineEvent change(Kind kind, double second) {
        return new TimelineEvent(second, kind, "predicted_gain", "", null);
    }
}
