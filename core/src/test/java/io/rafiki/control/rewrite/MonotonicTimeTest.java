package io.rafiki.control.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MonotonicTimeTest {

    private static final Instant START = Instant.parse("2026-11-26T10:15:00Z");
    private static final long SECOND = 1_000_000_000L;

    private final MonotonicTime time = new MonotonicTime();

    @Test
    void beginsWithTheWallClock() {
        assertThat(time.of(START)).isEqualTo(START);
        assertThat(time.sample(START, Long.MAX_VALUE)).isEqualTo(START);
        assertThat(time.of(START.plusMillis(300))).isEqualTo(START.plusMillis(300));
    }

    @Test
    void aStepOfTheWallClockChangesNothing() {
        time.sample(START, 5 * SECOND);
        int second = 0;
        for (Duration step : List.of(Duration.ofHours(1), Duration.ofDays(-1))) {
            second++;
            Instant expected = START.plusSeconds(second);
            Instant wall = expected.plus(step);
            assertThat(time.sample(wall, (5 + second) * SECOND)).isEqualTo(expected);
            assertThat(time.of(wall.plusMillis(300))).isEqualTo(expected.plusMillis(300));
        }
    }

    @Test
    void aClockThatIsSetBackAfterASampleGivesTheTimeOfTheSample() {
        time.sample(START, 0);
        assertThat(time.of(START.minusSeconds(3_600))).isEqualTo(START);
    }
}
