package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.TrialProgress.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrialProgressTest {

    private static final Instant BEGUN = Instant.EPOCH;
    private static final long BYTES = 100_000_000;

    /** 10 MB/s for four seconds, 20 MB in the fifth, 15 MB in the sixth, 25 MB in the seventh, then a second to sync the file. */
    @Test
    void onlyTheLastThirdCounts() {
        TrialProgress progress = TrialProgress.begin(BEGUN, BYTES, Optional.empty());
        for (int second = 1; second <= 4; second++) {
            progress = progress.next(look(second, 0.1 * second));
        }
        progress = progress.next(look(5, 0.6)).next(look(6, 0.75)).next(look(7, 1));
        assertThat(progress.part(at(8), 1)).contains(new Part(at(6), Duration.ofSeconds(1), 25_000_000));
    }

    /** The last third seems to last half a second, because a look came late. */
    @Test
    void atLeastOneAndAHalfSecondsCount() {
        TrialProgress progress = TrialProgress.begin(BEGUN, BYTES, Optional.empty())
                .next(look(5, 0.5))
                .next(new TrialProgress.Look(BEGUN.plusMillis(6_000), 0.67, Optional.empty()))
                .next(new TrialProgress.Look(BEGUN.plusMillis(6_500), 1, Optional.empty()));
        assertThat(progress.part(at(7), 1)).contains(new Part(at(5), Duration.ofMillis(1_500), 50_000_000));
    }

    @Test
    void aShortTrialCountsWhole() {
        TrialProgress progress =
                TrialProgress.begin(BEGUN, BYTES, Optional.empty()).next(look(2, 0.9));
        assertThat(progress.part(at(3), 1)).contains(new Part(BEGUN, Duration.ofSeconds(3), BYTES));
        assertThat(TrialProgress.begin(BEGUN, BYTES, Optional.empty()).part(at(1), 1))
                .contains(new Part(BEGUN, Duration.ofSeconds(1), BYTES));
    }

    @Test
    void aTrialThatReadNothingHasNoPart() {
        TrialProgress progress =
                TrialProgress.begin(BEGUN, BYTES, Optional.empty()).next(look(3, 0));
        assertThat(progress.part(at(20), 0)).isEmpty();
        assertThat(progress.part(BEGUN.plusMillis(100), 1)).isEmpty();
    }

    /**
     * Two parts of four seconds. The compaction waits for the disk for 3 s of the first one and for 1 s of the second, which reads a quarter
     * of the files. So this quarter takes 3 s of processors and a quarter of the 4 s for the disk.
     */
    @Test
    void theWaitForTheDiskCountsFromTheStart() {
        TrialProgress progress = TrialProgress.begin(BEGUN, BYTES, Optional.of(Duration.ofSeconds(7)))
                .next(new TrialProgress.Look(at(4), 0.75, Optional.of(Duration.ofSeconds(8))))
                .next(new TrialProgress.Look(at(8), 1, Optional.of(Duration.ofSeconds(11))));
        assertThat(progress.part(at(9), 1)).contains(new Part(at(4), Duration.ofSeconds(4), 25_000_000));
    }

    private static TrialProgress.Look look(int second, double share) {
        return new TrialProgress.Look(at(second), share, Optional.empty());
    }

    private static Instant at(int second) {
        return BEGUN.plusSeconds(second);
    }
}
