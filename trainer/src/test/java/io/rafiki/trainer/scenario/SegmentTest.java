package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentTest {

    /** docs/scenarios.md: phases of 50 and 24 s; 36 and 10 s are excluded. */
    @Test
    void theQuickDemoExcludesTheWarmUpAndTheBeginningOfEachPhase() {
        Scenario demo = DemoScenario.of(Path.of("model.zip"), List.of(0.9, 0.1, 0.5), true);
        assertThat(demo.schedule().phases())
                .containsExactly(new Phase(0, 50, 0.9), new Phase(50, 74, 0.1), new Phase(74, 98, 0.5));
        assertThat(demo.segments())
                .containsExactly(
                        new Segment("90 % reads", List.of(new TimeRange(36, 50))),
                        new Segment("10 % reads", List.of(new TimeRange(60, 74))),
                        new Segment("50 % reads", List.of(new TimeRange(84, 98))));
        assertThat(demo.expected()).as("90 + 2 x (10 + 98)").isEqualTo(Duration.ofSeconds(306));
    }

    /** docs/scenarios.md: phases of 4 and 3 minutes; 60 and 20 s are excluded. */
    @Test
    void theLongDemoHasLongPhases() {
        Scenario demo = DemoScenario.of(Path.of("model.zip"), List.of(0.9, 0.1), false);
        assertThat(demo.segments())
                .extracting(segment -> segment.parts().get(0))
                .containsExactly(new TimeRange(60, 240), new TimeRange(260, 420));
        assertThat(demo.tailSeconds()).isEqualTo(60);
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
