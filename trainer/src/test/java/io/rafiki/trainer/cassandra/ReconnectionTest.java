package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReconnectionTest {

    @Test
    void theDelayDoublesUpToItsLimit() {
        Reconnection policy = new Reconnection(Duration.ofMillis(250), Duration.ofSeconds(5), Duration.ofMinutes(5));
        List<Long> millis = IntStream.of(0, 1, 2, 3, 4, 5, 1_000_000)
                .mapToObj(attempt -> policy.delay(attempt).toMillis())
                .toList();
        assertThat(millis).containsExactly(250L, 500L, 1_000L, 2_000L, 4_000L, 5_000L, 5_000L);
    }

    @Test
    void theAttemptsEnd() throws InterruptedIOException {
        Reconnection.Attempts none = Reconnection.NEVER.attempts();
        assertThat(none.await()).isFalse();

        Reconnection.Attempts few =
                new Reconnection(Duration.ofMillis(1), Duration.ofMillis(4), Duration.ofMillis(40)).attempts();
        int attempts = 0;
        while (few.await()) {
            attempts++;
        }
        assertThat(attempts).isBetween(1, 15);
    }
}
