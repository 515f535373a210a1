package io.rafiki.agent.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReportTimesTest {

    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(90);

    private long nanos = 1;
    private final ReportTimes times = new ReportTimes(TIME_TO_LIVE, () -> nanos);

    /** A node that has just started finds rows of nodes that have ended. */
    @Test
    void theFirstRowOfANodeDoesNotCountUntilItChanges() {
        assertThat(times.isFresh("n1", 5)).isFalse();
        pass(Duration.ofSeconds(10));
        assertThat(times.isFresh("n1", 5)).isFalse();
        assertThat(times.isFresh("n1", 6)).isTrue();
    }

    @Test
    void aRowThatDoesNotChangeCountsForTheTimeToLive() {
        report();
        pass(TIME_TO_LIVE.minusNanos(1));
        assertThat(times.isFresh("n1", 6)).isTrue();
        pass(Duration.ofNanos(1));
        assertThat(times.isFresh("n1", 6)).isFalse();
        assertThat(times.isFresh("n1", 7)).isTrue();
    }

    /** The clock of its node was corrected, or is behind. */
    @Test
    void anEarlierTimeIsAChangeToo() {
        report();
        pass(TIME_TO_LIVE);
        assertThat(times.isFresh("n1", 2)).isTrue();
        assertThat(times.written("n1")).isEqualTo(2);
        assertThat(times.written("n2")).isZero();
    }

    private void report() {
        assertThat(times.isFresh("n1", 5)).isFalse();
        assertThat(times.isFresh("n1", 6)).isTrue();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
