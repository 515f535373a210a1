package io.rafiki.benchmark.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.decision.CompactionThrottle.Level;
import io.rafiki.workload.ClientCounts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RewriteLossTest {

    private static final Duration LENGTH = Duration.ofSeconds(10);

    /** 1,000 requests per second before the rewrite. */
    private final RewriteLoss start = RewriteLoss.begin(Level.of(requests(10_000), LENGTH), requests(3_000));

    /** Half of the throughput for ten seconds, then all of it for ten quiet ones. */
    @Test
    void theQuietTimeAfterTheLastCompactionDoesNotCount() {
        RewriteLoss loss = start.next(requests(5_500), false)
                .next(requests(8_000), true)
                .next(requests(13_000), true)
                .next(requests(18_000), true);
        assertThat(loss.share(LENGTH)).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void aPauseBetweenTwoCompactionsCounts() {
        RewriteLoss loss =
                start.next(requests(4_000), true).next(requests(6_000), true).next(requests(12_000), false);
        assertThat(loss.share(LENGTH)).isCloseTo(0.1, within(1e-9));
    }

    private static ClientCounts requests(long reads) {
        return new ClientCounts(reads, 1_000 * reads, 0, 0);
    }
}
