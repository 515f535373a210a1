package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.decision.CompactionHistory.Rate;
import io.rafiki.decision.CompactionHistory.Sample;
import io.rafiki.decision.RewriteDuration.Basis;
import io.rafiki.decision.TrialProgress.Part;
import io.rafiki.knob.ChangeCost;
import io.rafiki.node.TableFiles;
import io.rafiki.workload.ClientCounts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class CompactionHistoryTest {

    private static final long MB = 1_000_000;
    private static final RewriteCostLimits LIMITS = new RewriteCostLimits(Duration.ofHours(1), 4e6, 0.5);

    private CompactionHistory history = CompactionHistory.NONE;
    private Instant now = Instant.parse("2026-11-21T10:15:00Z");
    private long compacted;
    private long reads;
    private long micros;

    @Test
    void measuresTheRateWhileCompactionsRun() {
        sample(600, false, 0, 100);
        assertThat(history.rate()).isEmpty();
        sample(61, true, 20 * MB, 100);
        assertThat(history.rate().orElseThrow().mean()).isCloseTo(20e6, within(1.0));
        sample(3_600, false, 0, 100);
        assertThat(history.rate().orElseThrow().mean()).isCloseTo(20e6, within(1.0));
    }

    @Test
    void theIntervalCoversTheRatesThatWereSeen() {
        sample(300, true, 10 * MB, 100);
        sample(300, true, 30 * MB, 100);
        sample(300, true, 20 * MB, 100);
        Rate rate = history.rate().orElseThrow();
        assertThat(rate.mean()).isCloseTo(20e6, within(5e5));
        assertThat(rate.low()).isLessThan(11e6);
        assertThat(rate.high()).isGreaterThan(30e6);
    }

    @Test
    void oldCompactionsNoLongerCount() {
        sample(300, true, 10 * MB, 100);
        sample(7 * 3_600, false, 0, 100);
        assertThat(history.rate()).isEmpty();
        assertThat(history.bins()).hasSizeLessThan(80);
    }

    /** A second of compactions is no measured rate, although there was a trial. */
    @Test
    void anOldTrialNoLongerCounts() {
        history = history.withTrial(List.of(new Part(now, Duration.ofSeconds(4), 80 * MB)), ClientCounts.NONE);
        assertThat(history.rate()).isPresent();
        sample(7 * 3_600, false, 0, 100);
        sample(3, true, 10 * MB, 100);
        assertThat(history.rate()).isEmpty();
    }

    @Test
    void aGapCountsForNothing() {
        sample(20, true, 10 * MB, 100);
        history = history.gap();
        compacted += 1_000_000 * MB;
        sample(20, true, 10 * MB, 100);
        assertThat(history.rate().orElseThrow().mean()).isCloseTo(10e6, within(1.0));
        now = now.plus(Duration.ofHours(1));
        sample(20, true, 10 * MB, 100);
        assertThat(history.rate().orElseThrow().mean()).isCloseTo(10e6, within(1.0));
    }

    @Test
    void theLossIsThatOfTheLatency() {
        sample(60, false, 0, 300);
        assertThat(history.throughputLoss()).isEmpty();
        sample(60, true, 20 * MB, 400);
        assertThat(history.throughputLoss().orElseThrow()).isCloseTo(0.25, within(0.01));
    }

    @Test
    void theAssumptionsCountUntilACompactionWasSeen() {
        RewriteCost assumed = cost(OptionalDouble.empty());
        assertThat(assumed.duration().basis()).isEqualTo(Basis.ASSUMED);
        assertThat(assumed.duration().expected()).isEqualTo(Duration.ofSeconds(100));
        assertThat(assumed.throughputLoss()).isEqualTo(0.5);
        sample(60, false, 0, 300);
        sample(60, true, 20 * MB, 400);
        RewriteCost measured = cost(OptionalDouble.empty());
        assertThat(measured.duration().basis()).isEqualTo(Basis.MEASURED);
        assertThat(measured.duration().expected()).as("with its start").isEqualTo(Duration.ofSeconds(21));
        assertThat(measured.duration().shortest()).isBetween(Duration.ofSeconds(13), Duration.ofSeconds(17));
        assertThat(measured.duration().longest()).isBetween(Duration.ofSeconds(25), Duration.ofSeconds(31));
        assertThat(measured.throughputLoss()).isCloseTo(0.25, within(0.01));
        assertThat(cost(OptionalDouble.of(10e6)).duration().expected())
                .as("the node's limit")
                .isEqualTo(Duration.ofSeconds(41));
    }

    @Test
    void parallelCompactionsShareTheRate() {
        sample(60, 2, 40 * MB, 100);
        Rate rate = history.rate().orElseThrow();
        assertThat(rate.mean()).as("of one compaction").isCloseTo(20e6, within(1.0));
        assertThat(rate.parallel()).isCloseTo(2, within(0.05));
        RewriteDuration one = cost(OptionalDouble.empty()).duration();
        assertThat(one.expected()).as("with its start").isEqualTo(Duration.ofSeconds(21));
        assertThat(one.shortest()).as("alone it may have both shares").isLessThan(Duration.ofSeconds(11));
    }

    @Test
    void aTrialCompactionGivesARateWhereNoneWasSeen() {
        sample(60, 0, 0, 100);
        assertThat(history.rate()).isEmpty();
        history = history.withTrial(List.of(new Part(now, Duration.ofSeconds(4), 80 * MB)), ClientCounts.NONE);
        Rate rate = history.rate().orElseThrow();
        assertThat(rate.mean()).isCloseTo(20e6, within(1.0));
        assertThat(rate.low()).isLessThan(14e6);
        assertThat(rate.high()).isGreaterThan(29e6);
        sample(60, 0, 0, 100);
        assertThat(history.rate().orElseThrow().mean()).isCloseTo(20e6, within(1.0));
    }

    /** A few seconds of compactions by code that was not compiled yet. */
    @Test
    void compactionsThatWereTooFewDoNotCountBesideATrial() {
        sample(60, 0, 0, 100);
        sample(6, 1, 5 * MB, 100);
        sample(60, 0, 0, 100);
        assertThat(history.rate()).isEmpty();
        history = history.withTrial(List.of(new Part(now, Duration.ofSeconds(4), 80 * MB)), ClientCounts.NONE);
        assertThat(history.rate().orElseThrow().mean()).isCloseTo(20e6, within(1.0));
    }

    /** A trial of 8 s, during which reads take twice as long. */
    @Test
    void aTrialShowsTheClientsLoss() {
        sample(11, 0, 0, 300);
        assertThat(history.isQuietShown()).isTrue();
        history = history.withTrial(
                List.of(new Part(now, Duration.ofSeconds(8), 160 * MB)), new ClientCounts(8_000, 8_000 * 600L, 0, 0));
        assertThat(history.throughputLoss().orElseThrow()).isCloseTo(0.5, within(0.01));
        assertThat(history.rate().orElseThrow().mean()).isCloseTo(20e6, within(1.0));
        history = CompactionHistory.NONE;
        assertThat(history.isQuietShown()).isFalse();
        sample(4, 0, 0, 300);
        history = history.withTrial(
                List.of(new Part(now, Duration.ofSeconds(8), 160 * MB)), new ClientCounts(8_000, 8_000 * 600L, 0, 0));
        assertThat(history.throughputLoss()).as("three seconds before it").isEmpty();
    }

    /** Clients lose 75 % at 20 MB/s and may lose 50 %, so the control lowers the rate to two thirds. */
    @Test
    void theControlOfTheLossLengthensARewrite() {
        sample(60, false, 0, 100);
        sample(60, true, 20 * MB, 400);
        RewriteCost cost = cost(OptionalDouble.empty());
        assertThat(cost.duration().expected().toMillis()).isCloseTo(31_000L, within(300L));
        assertThat(cost.duration().shortest())
                .as("the loss may not follow the rate")
                .isBetween(Duration.ofSeconds(13), Duration.ofSeconds(17));
        assertThat(cost.duration().longest())
                .isGreaterThanOrEqualTo(cost.duration().expected());
        assertThat(cost.throughputLoss()).isEqualTo(0.5);
        assertThat(cost(OptionalDouble.of(10e6)).duration().expected())
                .as("the node's limit is lower")
                .isEqualTo(Duration.ofSeconds(41));
    }

    private RewriteCost cost(OptionalDouble throttle) {
        Change leveled = new Change("compaction", "SizeTiered", "Leveled", ChangeCost.REWRITES_DATA);
        return RewriteCost.of(
                List.of(leveled),
                List.of(TableFiles.of(List.of(400 * MB))),
                new RewriteCapacity(2, throttle),
                LIMITS,
                history);
    }

    private void sample(int seconds, boolean active, long bytesPerSecond, long microsPerRead) {
        sample(seconds, active ? 1 : 0, bytesPerSecond, microsPerRead);
    }

    /** One sample per second with 1,000 requests. */
    private void sample(int seconds, int running, long bytesPerSecond, long microsPerRead) {
        for (int second = 0; second < seconds; second++) {
            now = now.plusSeconds(1);
            compacted += bytesPerSecond;
            reads += 1_000;
            micros += 1_000 * microsPerRead;
            history = history.next(new Sample(now, compacted, running, new ClientCounts(reads, micros, 0, 0)));
        }
    }
}
