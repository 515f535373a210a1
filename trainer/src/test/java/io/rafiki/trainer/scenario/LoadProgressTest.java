package io.rafiki.trainer.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadProgressTest {

    @Test
    void reportsEachLongPhaseAndEveryFifteenSeconds() {
        Schedule schedule = Schedule.of(List.of(Duration.ofSeconds(40), Duration.ofSeconds(20)), List.of(0.9, 0.1));
        assertThat(lines(schedule))
                .containsExactly(
                        "load      0 %: 90 % reads",
                        "load      25 %: 90 % reads, 1,000 ops/s",
                        "load      50 %: 90 % reads, 1,000 ops/s",
                        "load      67 %: 10 % reads, 1,000 ops/s",
                        "load      92 %: 10 % reads, 1,000 ops/s");
    }

    @Test
    void reportsNoShortPhase() {
        Schedule schedule = Schedule.of(Collections.nCopies(10, Duration.ofSeconds(3)), Collections.nCopies(10, 0.5));
        assertThat(lines(schedule)).hasSize(2);
    }

    private static List<String> lines(Schedule schedule) {
        LoadProgress progress = new LoadProgress(schedule);
        List<String> lines = new ArrayList<>();
        for (int second = 0; second < schedule.seconds(); second++) {
            lines.addAll(progress.lines(second, Collections.nCopies(second, 1_000.0)));
        }
        return lines;
    }
}
