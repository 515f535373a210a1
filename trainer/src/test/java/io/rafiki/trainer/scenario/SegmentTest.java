package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentTest {

    /** Each phase needs 46 s and usually 18 s more, the first one with the change 120 s more, the data 90 s, and each node's start 10 s. */
    @Test
    void theQuickDemoIsExpectedToLastTwelveMinutes() {
        Scenario demo = DemoScenario.of(Path.of("model.zip"), List.of(0.9, 0.1, 0.5), true);
        assertThat(demo.readRatios()).containsExactly(0.9, 0.1, 0.5);
        assertThat(demo.expected()).as("90 + 2 x (10 + 166 + 2 x 64)").isEqualTo(Duration.ofSeconds(698));
    }

    @Test
    void aSegmentIsTheMeasuredPartOfItsPhase() {
        Schedule schedule = Schedule.of(List.of(Duration.ofSeconds(70), Duration.ofSeconds(50)), List.of(0.9, 0.1));
        assertThat(Segment.ofParts(schedule, List.of(new TimeRange(45, 65), new TimeRange(99, 119))))
                .containsExactly(
                        new Segment("90 % reads", List.of(new TimeRange(45, 65))),
                        new Segment("10 % reads", List.of(new TimeRange(99, 119))));
    }

    @Test
    void readClassesContainTheirPhasesAndNoWarmUp() {
        Schedule schedule = Schedule.of(
                        Collections.nCopies(6, Duration.ofSeconds(3)), List.of(0.9, 0.75, 0.25, 0.5, 0.74, 1.0))
                .after(40);
        assertThat(Segment.ofReadClasses(schedule, 40))
                .containsExactly(
                        new Segment("reads (75 % or more)", List.of(new TimeRange(40, 46), new TimeRange(55, 58))),
                        new Segment("both", List.of(new TimeRange(49, 55))),
                        new Segment("writes (75 % or more)", List.of(new TimeRange(46, 49))));
    }

    @Test
    void aClassThatDoesNotOccurIsAbsent() {
        Schedule reads = Schedule.of(List.of(Duration.ofSeconds(3)), List.of(0.9));
        assertThat(Segment.ofReadClasses(reads, 0)).extracting(Segment::name).containsExactly("reads (75 % or more)");
    }
}
