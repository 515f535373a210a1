package io.rafiki.trainer.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DataSetSpecTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void aLargeDataSetHasMoreTimeToBeLoaded() {
        assertThat(new DataSetSpec(200_000, 1, 1000, 1).timeLimit(HOUR))
                .as("of a small one")
                .isEqualTo(HOUR);
        assertThat(new DataSetSpec(20_000_000, 1, 10, 0.5).timeLimit(HOUR))
                .as("30 million writes")
                .isEqualTo(Duration.ofMinutes(500));
        assertThat(new DataSetSpec(2_000_000, 1, 10_000, 1).timeLimit(HOUR))
                .as("40 GB")
                .isEqualTo(Duration.ofSeconds(40_000));
    }
}
