package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.TrialProgress.Part;
import io.rafiki.node.NodeThreads.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrialProgressTest {

    private static final Instant BEGUN = Instant.EPOCH;
    private static final long BYTES = 96_000_000;
    private static final long LATER = 90_000_000;
    private static final TrialProgress NO_LOOK = TrialProgress.begin(BEGUN, BYTES, Optional.of(new Usage(0, 50, 50)));

    /**
     * The compaction waits for a processor as long as it uses one. Each quarter of the files needs 1 s of it, and the first three another 3 s
     * for compilation, which take 6 s. The end takes half a second.
     */
    @Test
    void compilationDoesNotCount() {
        TrialProgress progress = begun(seconds(10, 10))
                .next(look(1, 1 / 16.0, seconds(10, 10)))
                .next(look(6, 0.25, seconds(12.5, 12.5)))
                .next(look(12.5, 0.75, seconds(15.75, 15.75)))
                .next(look(14.5, 1, seconds(16.75, 16.75)));
        assertThat(progress.part(at(15), 1)).contains(new Part(at(1), Duration.ofSeconds(8), LATER));
    }

    /** Each sixteenth waits for the disk for 1 s, which does not depend on compilation. */
    @Test
    void theWaitForTheDiskCounts() {
        TrialProgress progress = begun(seconds(0, 0))
                .next(look(1, 1 / 16.0, seconds(0, 0)))
                .next(look(17.75, 0.75, seconds(5.75, 0)))
                .next(look(22.75, 1, seconds(6.75, 0)));
        assertThat(progress.part(at(22.75), 1)).contains(new Part(at(1), Duration.ofMillis(18_750), LATER));
    }

    /** The disk gives 10 MB per second, and twice as much after a third of the files. */
    @Test
    void aDiskCountsBeforeThePageCacheServesTheClients() {
        TrialProgress progress = begun(disk(0))
                .next(look(0.6, 1 / 16.0, disk(6)))
                .next(look(3.2, 1 / 3.0, disk(32)))
                .next(look(6.4, 1, disk(60)));
        assertThat(progress.part(at(6.4), 1)).contains(new Part(at(0.6), Duration.ofMillis(2_600), 26_000_000));
        assertThat(progress.isEnough(1, Duration.ofSeconds(20), List.of())).isTrue();
        assertThat(progress.isEnough(1, Duration.ofSeconds(19), List.of())).isFalse();
    }

    /** A look that comes late cannot separate the parts. */
    @Test
    void aDiskThatWasReadBetweenTwoLooksCountsWhole() {
        TrialProgress progress = begun(disk(0)).next(look(5, 0.4, disk(38))).next(look(10, 1, disk(90)));
        assertThat(progress.part(at(10), 1)).contains(new Part(at(5), Duration.ofSeconds(5), 57_600_000));
    }

    /** A read-ahead of 8 MiB reads more than the files. */
    @Test
    void aLargeReadAheadCountsWhole() {
        TrialProgress progress = begun(disk(0))
                .next(look(0.6, 1 / 16.0, disk(10)))
                .next(look(3.2, 1 / 3.0, disk(50)))
                .next(look(6.4, 1, disk(120)));
        assertThat(progress.part(at(6.4), 1)).contains(new Part(at(0.6), Duration.ofMillis(5_800), LATER));
        assertThat(progress.isEnough(1, Duration.ofSeconds(60), List.of())).isFalse();
    }

    @Test
    void aTrialFromThePageCacheNeedsTwoCompactions() {
        TrialProgress progress = begun(disk(0)).next(look(10, 1, disk(40)));
        assertThat(progress.isEnough(1, Duration.ofSeconds(60), List.of())).isFalse();
        assertThat(progress.isEnough(2, Duration.ofSeconds(19), List.of())).isFalse();
        assertThat(progress.isEnough(2, Duration.ofSeconds(20), List.of())).isTrue();
        assertThat(progress.isEnough(6, Duration.ofSeconds(5), List.of())).isTrue();
    }

    /** Clients leave a compaction little of the processor, and it makes them slower. */
    @Test
    void aLongMeasuredPartIsEnough() {
        TrialProgress progress = begun(disk(0)).next(look(31, 1, disk(40)));
        Part measured = new Part(at(1), Duration.ofSeconds(20), LATER);
        Part rest = new Part(at(21), Duration.ofSeconds(10), LATER);
        assertThat(progress.isEnough(1, Duration.ofSeconds(60), List.of(measured)))
                .isFalse();
        assertThat(progress.isEnough(1, Duration.ofSeconds(60), List.of(measured, rest)))
                .isTrue();
    }

    @Test
    void aCompactionThatHasReadEnoughIsOver() {
        TrialProgress begun = TrialProgress.begin(BEGUN, 4L << 30, Optional.empty());
        TrialProgress some = begun.next(look(10, 192 / 4096.0, Optional.empty()));
        assertThat(some.isOver(at(19))).isFalse();
        assertThat(some.isOver(at(20))).as("192 MiB in 20 s").isTrue();
        TrialProgress few = begun.next(look(10, 190 / 4096.0, Optional.empty()));
        assertThat(few.isOver(at(119))).isFalse();
        assertThat(few.isOver(at(120))).as("2 min").isTrue();
        assertThat(begun.next(look(5, 0.25, Optional.empty())).isOver(at(5)))
                .as("1 GiB")
                .isTrue();
    }

    /** The node opens the files for five seconds, and then reads an eighth of them per second. */
    @Test
    void theStartDoesNotCount() {
        TrialProgress progress = begun(Optional.empty())
                .next(look(5, 0, Optional.empty()))
                .next(look(6, 0.125, Optional.empty()))
                .next(look(10, 0.625, Optional.empty()));
        assertThat(progress.part(at(13), 1)).contains(new Part(at(6), Duration.ofSeconds(7), BYTES * 7 / 8));
    }

    @Test
    void aCompiledCompactionCountsWhole() {
        TrialProgress progress = begun(seconds(0, 0))
                .next(look(1, 1 / 16.0, seconds(0, 0)))
                .next(look(12, 0.75, seconds(5.5, 5.5)))
                .next(look(16, 1, seconds(7.5, 7.5)));
        assertThat(progress.part(at(16), 1)).contains(new Part(at(1), Duration.ofSeconds(15), LATER));
    }

    /** The usage of a thread that ends is no longer in the sum. */
    @Test
    void aUsageThatDecreasesIsUnknown() {
        TrialProgress progress = begun(seconds(10, 10))
                .next(look(1, 1 / 16.0, seconds(10, 10)))
                .next(look(12, 0.75, seconds(15, 15)))
                .next(look(16, 1, seconds(13, 13)));
        assertThat(progress.part(at(16), 1)).contains(new Part(at(1), Duration.ofSeconds(15), LATER));
    }

    /** A few late rows do not show what the others need. */
    @Test
    void aShortLastPartShowsNothing() {
        TrialProgress progress = begun(seconds(0, 0))
                .next(look(1, 1 / 16.0, seconds(0, 0)))
                .next(look(4, 0.9, seconds(3, 0)))
                .next(look(5, 1, seconds(3, 0)));
        assertThat(progress.part(at(5), 1)).contains(new Part(at(1), Duration.ofSeconds(4), LATER));
    }

    /** The only look comes too late to leave out what was read before. */
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

    private static TrialProgress.Look look(double second, double share, Optional<Usage> used) {
        return new TrialProgress.Look(at(second), share, used);
    }

    private static Optional<Usage> seconds(double cpu, double queue) {
        return Optional.of(new Usage(0, Math.round(cpu * 1e9), Math.round(queue * 1e9)));
    }

    private static Optional<Usage> disk(long megabytes) {
        return Optional.of(new Usage(1_000_000 * megabytes, 0, 0));
    }

    private static Instant at(double second) {
        return BEGUN.plusMillis(Math.round(1_000 * second));
    }
}
