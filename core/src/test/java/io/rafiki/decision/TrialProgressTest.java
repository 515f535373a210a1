package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.TrialProgress.Part;
import io.rafiki.node.CompactionThreads.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrialProgressTest {

    private static final Instant BEGUN = Instant.EPOCH;
    private static final long BYTES = 90_000_000;
    private static final TrialProgress NO_LOOK = TrialProgress.begin(BEGUN, BYTES, Optional.of(new Usage(0, 50, 50)));

    /**
     * The compaction waits for a processor as long as it uses one. Each third of the files needs 1 s of it, and the first two another 3 s for
     * compilation: this part lasts 6 s. The end takes a second.
     */
    @Test
    void compilationDoesNotCount() {
        TrialProgress progress = begun(seconds(10, 10))
                .next(look(6, 0.4, seconds(13, 13)))
                .next(look(10, 2 / 3.0, seconds(15, 15)))
                .next(look(12, 1, seconds(16, 16)));
        assertThat(progress.part(at(13), 1)).contains(new Part(BEGUN, Duration.ofSeconds(7), BYTES));
    }

    /** The same, but half of the time is for the disk, which does not depend on compilation. */
    @Test
    void theWaitForTheDiskCounts() {
        TrialProgress progress =
                begun(seconds(0, 0)).next(look(16, 2 / 3.0, seconds(5, 0))).next(look(20, 1, seconds(6, 0)));
        assertThat(progress.part(at(20), 1)).contains(new Part(BEGUN, Duration.ofSeconds(17), BYTES));
    }

    @Test
    void aCompiledCompactionCountsWhole() {
        TrialProgress progress =
                begun(seconds(0, 0)).next(look(4, 2 / 3.0, seconds(2, 2))).next(look(8, 1, seconds(4, 4)));
        assertThat(progress.part(at(8), 1)).contains(new Part(BEGUN, Duration.ofSeconds(8), BYTES));
    }

    /** A few late rows do not show what the others need. */
    @Test
    void aShortLastPartShowsNothing() {
        TrialProgress progress =
                begun(seconds(0, 0)).next(look(4, 0.9, seconds(4, 0))).next(look(5, 1, seconds(4, 0)));
        assertThat(progress.part(at(5), 1)).contains(new Part(BEGUN, Duration.ofSeconds(5), BYTES));
    }

    @Test
    void withoutUsageTheWholeTrialCounts() {
        TrialProgress progress =
                begun(Optional.empty()).next(look(6, 0.6, Optional.empty())).next(look(9, 1, Optional.empty()));
        assertThat(progress.part(at(9), 1)).contains(new Part(BEGUN, Duration.ofSeconds(9), BYTES));
    }

    /** A stopped trial has read a share of its files. */
    @Test
    void theShareAtTheEndCounts() {
        assertThat(NO_LOOK.part(at(20), 0.5)).contains(new Part(BEGUN, Duration.ofSeconds(20), BYTES / 2));
    }

    @Test
    void aTrialThatReadNothingHasNoPart() {
        assertThat(NO_LOOK.part(at(20), 0)).isEmpty();
        assertThat(NO_LOOK.part(BEGUN.plusMillis(100), 1)).isEmpty();
    }

    private static TrialProgress begun(Optional<Usage> used) {
        return TrialProgress.begin(BEGUN, BYTES, used);
    }

    private static TrialProgress.Look look(int second, double share, Optional<Usage> used) {
        return new TrialProgress.Look(at(second), share, used);
    }

    private static Optional<Usage> seconds(int cpu, int queue) {
        return Optional.of(new Usage(0, cpu * 1_000_000_000L, queue * 1_000_000_000L));
    }

    private static Instant at(int second) {
        return BEGUN.plusSeconds(second);
    }
}
