package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.TrialProgress.Part;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TrialProgressTest {

    private static final Instant BEGUN = Instant.EPOCH;
    private static final long BYTES = 100_000_000;

    /** 10 MB/s for four seconds, then 20 MB/s, then a second to sync the file. */
    @Test
    void onlyTheSecondHalfCounts() {
        TrialProgress progress = TrialProgress.begin(BEGUN, BYTES);
        for (int second = 1; second <= 4; second++) {
            progress = progress.next(at(second), 0.1 * second);
        }
        progress = progress.next(at(5), 0.6).next(at(6), 0.8).next(at(7), 1);
        assertThat(progress.part(at(8), 1)).contains(new Part(at(5), Duration.ofSeconds(2), 40_000_000));
    }

    @Test
    void aShortTrialCountsWhole() {
        TrialProgress progress = TrialProgress.begin(BEGUN, BYTES).next(at(2), 0.9);
        assertThat(progress.part(at(3), 1)).contains(new Part(BEGUN, Duration.ofSeconds(3), BYTES));
        assertThat(TrialProgress.begin(BEGUN, BYTES).part(at(1), 1))
                .contains(new Part(BEGUN, Duration.ofSeconds(1), BYTES));
    }

    @Test
    void aTrialThatReadNothingHasNoPart() {
        TrialProgress progress = TrialProgress.begin(BEGUN, BYTES).next(at(3), 0);
        assertThat(progress.part(at(20), 0)).isEmpty();
        assertThat(progress.part(BEGUN.plusMillis(100), 1)).isEmpty();
    }

    private static Instant at(int second) {
        return BEGUN.plusSeconds(second);
    }
}
