package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.Evidence.LatencyCompared;
import io.rafiki.decision.Evidence.LatencyUnknown;
import io.rafiki.decision.Evidence.NothingCompared;
import io.rafiki.decision.Evidence.WindowsDisagree;
import io.rafiki.decision.Evidence.WorkloadMoved;
import io.rafiki.decision.Verdict.Outcome;
import io.rafiki.workload.ChangeTest;
import io.rafiki.workload.ClientCounts;
import io.rafiki.workload.Latency;
import io.rafiki.workload.MeanLatency;
import io.rafiki.workload.ThroughputTrend;
import io.rafiki.workload.Window;
import io.rafiki.workload.WindowGauges;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Before the change: 1,000 operations a second, half of them reads of 800 us, the others writes of 400 us. */
class RegressionMonitorTest {

    private static final Instant START = Instant.parse("2026-11-21T10:15:00Z");
    private static final RegressionLimits LIMITS = new RegressionLimits(Duration.ofMinutes(2), 0.1);
    private static final long SEED = 7;

    private RegressionMonitor watch =
            RegressionMonitor.of(Baseline.of(window(0, 0.5, 1_000, 800, 400)), LIMITS, ChangeTest.STANDARD);

    @Test
    void slowerAtTheSameDemandIsWorse() {
        assertThat(update(window(1, 0.5, 1_000, 1_000, 500)))
                .as("one window is none")
                .isEmpty();
        Verdict verdict = update(window(2, 0.5, 1_000, 1_000, 500)).orElseThrow();
        assertThat(verdict.outcome()).isEqualTo(Outcome.WORSE);
        assertThat(verdict.evidence()).isEqualTo(new LatencyCompared(750, 0.25, 600, 0));
    }

    /** Clients that wait for their answers. */
    @Test
    void slowerAndFewerIsWorse() {
        assertThat(twice(0.5, 800, 1_000, 500)).isEqualTo(Outcome.WORSE);
    }

    @Test
    void fasterAndMoreIsBetter() {
        assertThat(twice(0.5, 1_250, 640, 320)).isEqualTo(Outcome.BETTER);
    }

    @Test
    void fasterAtTheSameDemandIsBetter() {
        assertThat(twice(0.5, 1_000, 640, 320)).isEqualTo(Outcome.BETTER);
    }

    @Test
    void moreDemandIsNoVerdict() {
        assertThat(atTheEnd(0.5, 1_500, 1_000, 500)).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void lessDemandIsNoVerdict() {
        assertThat(atTheEnd(0.5, 500, 640, 320)).isEqualTo(Outcome.UNKNOWN);
    }

    @Test
    void aSmallDifferenceIsNone() {
        assertThat(atTheEnd(0.5, 1_000, 860, 430)).isEqualTo(Outcome.SAME);
    }

    /** A window of more reads, which take longer, is not a slower node. */
    @Test
    void aMixThatMovesALittleIsNotTakenForSpeed() {
        watch = RegressionMonitor.of(Baseline.of(window(0, 0.5, 1_000, 2_000, 100)), LIMITS, ChangeTest.STANDARD);
        for (int i = 1; i < 4; i++) {
            assertThat(update(window(i, 0.54, 1_000, 2_000, 100))).isEmpty();
        }
        assertThat(update(window(4, 0.54, 1_000, 2_000, 100)).orElseThrow().outcome())
                .isEqualTo(Outcome.SAME);
    }

    @Test
    void oneBadWindowIsNotTheChangesDoing() {
        assertThat(update(window(1, 0.5, 1_000, 3_000, 900))).isEmpty();
        assertThat(update(window(2, 0.5, 1_000, 800, 400))).isEmpty();
        assertThat(update(window(3, 0.5, 1_000, 3_000, 900))).isEmpty();
        Verdict end = update(window(4, 0.5, 1_000, 800, 400)).orElseThrow();
        assertThat(end.outcome()).isEqualTo(Outcome.SAME);
    }

    @Test
    void oneBadWindowAtTheEndIsNoVerdictEither() {
        for (int i = 1; i < 4; i++) {
            assertThat(update(window(i, 0.5, 1_000, 800, 400))).isEmpty();
        }
        assertThat(update(window(4, 0.5, 1_000, 1_600, 800)))
                .contains(new Verdict(Outcome.SAME, new WindowsDisagree(new LatencyCompared(1_200, 1, 600, 0))));
    }

    @Test
    void whatWasSeenBeforeADisturbanceIsForgotten() {
        assertThat(update(window(1, 0.5, 1_000, 1_000, 500))).isEmpty();
        watch = watch.restarted();
        assertThat(update(window(2, 0.5, 1_000, 1_000, 500))).isEmpty();
        assertThat(update(window(3, 0.5, 1_000, 1_000, 500))).isPresent();
    }

    /** The clock steps two hours forward after the first window. */
    @Test
    void aStepOfTheClockDoesNotEndTheObservation() {
        assertThat(update(window(1, 0.5, 1_000, 800, 400))).isEmpty();
        assertThat(update(window(242, 0.5, 1_000, 1_000, 500))).isEmpty();
        assertThat(watch.remaining()).isEqualTo(Duration.ofMinutes(1));
        assertThat(update(window(243, 0.5, 1_000, 1_000, 500)).orElseThrow().outcome())
                .isEqualTo(Outcome.WORSE);
    }

    @Test
    void anotherWorkloadEndsTheWatch() {
        Verdict verdict = update(window(1, 0.9, 1_000, 3_000, 900)).orElseThrow();
        assertThat(verdict.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(verdict.evidence()).isEqualTo(new WorkloadMoved(new NothingCompared()));
    }

    @Test
    void withoutLatenciesTheVerdictIsUnknown() {
        assertThat(atTheEnd(0.5, 1_000, Double.NaN, Double.NaN)).isEqualTo(Outcome.UNKNOWN);
        assertThat(watch.evidence()).isEqualTo(new LatencyUnknown());
    }

    /** Otherwise a few writes before the change would end the observation of a node that is only read. */
    @Test
    void theRarerKindOfRequestIsNotNeeded() {
        watch = RegressionMonitor.of(Baseline.of(window(0, 0.99, 1_000, 800, 400)), LIMITS, ChangeTest.STANDARD);
        assertThat(twice(1, 1_000, 1_000, Double.NaN)).isEqualTo(Outcome.WORSE);
        assertThat(watch.evidence()).isEqualTo(new LatencyCompared(1_000, 0.25, 800, 0));

        watch = RegressionMonitor.of(Baseline.of(window(0, 0, 1_000, Double.NaN, 400)), LIMITS, ChangeTest.STANDARD);
        assertThat(twice(0.01, 1_000, 5_000, 300)).isEqualTo(Outcome.BETTER);
    }

    /** A node for reports: its clients only read, and other nodes send it the writes. */
    @Test
    void theMixOfTheClientsCounts() {
        watch = RegressionMonitor.of(Baseline.of(ofReaders(0, 800)), LIMITS, ChangeTest.STANDARD);
        assertThat(update(ofReaders(1, 1_000))).isEmpty();
        assertThat(update(ofReaders(2, 1_000)).orElseThrow().outcome()).isEqualTo(Outcome.WORSE);
    }

    /** The scatter between windows was a tenth before the change. */
    @Test
    void aDifferenceWithinTheScatterOfTheNodeIsNone() {
        watch = RegressionMonitor.of(
                new Baseline(window(0, 0.5, 1_000, 800, 400), Duration.ofSeconds(30), 0.1, 0.05),
                LIMITS,
                ChangeTest.STANDARD);
        assertThat(atTheEnd(0.5, 1_000, 1_100, 550)).isEqualTo(Outcome.SAME);
    }

    /** The standard error of a few requests is infinite, and no difference would exceed it. */
    @Test
    void requestsInFewSamplesAreNotCompared() {
        watch = RegressionMonitor.of(
                Baseline.of(window(
                        0,
                        0.99,
                        ThroughputTrend.even(1_000),
                        new MeanLatency(800, 2),
                        new MeanLatency(400, Double.POSITIVE_INFINITY))),
                LIMITS,
                ChangeTest.STANDARD);
        assertThat(twice(0.99, 1_000, 1_000, 400)).isEqualTo(Outcome.WORSE);
    }

    /** Four windows of noise as the pace and the delays of a real node have it, ten thousand times. */
    @Test
    void noiseIsHardlyEverWorse() {
        SplittableRandom random = new SplittableRandom(SEED);
        int worse = 0;
        for (int i = 0; i < 10_000; i++) {
            watch = RegressionMonitor.of(Baseline.of(noise(random, 0)), LIMITS, ChangeTest.STANDARD);
            Optional<Verdict> verdict = Optional.empty();
            for (int w = 1; verdict.isEmpty(); w++) {
                verdict = update(noise(random, w));
            }
            worse += verdict.get().outcome() == Outcome.WORSE ? 1 : 0;
        }
        assertThat(worse).as("of 10,000 changes that do nothing, seed %d", SEED).isLessThanOrEqualTo(1);
    }

    private Optional<Verdict> update(Window now) {
        watch = watch.with(now);
        return watch.verdict();
    }

    private Outcome twice(double readRatio, double perSecond, double readMicros, double writeMicros) {
        assertThat(update(window(1, readRatio, perSecond, readMicros, writeMicros)))
                .isEmpty();
        return update(window(2, readRatio, perSecond, readMicros, writeMicros))
                .orElseThrow()
                .outcome();
    }

    private Outcome atTheEnd(double readRatio, double perSecond, double readMicros, double writeMicros) {
        for (int i = 1; i < 4; i++) {
            assertThat(update(window(i, readRatio, perSecond, readMicros, writeMicros)))
                    .isEmpty();
        }
        return update(window(4, readRatio, perSecond, readMicros, writeMicros))
                .orElseThrow()
                .outcome();
    }

    /** Standard errors of 5 % in each. */
    private static Window noise(SplittableRandom random, int index) {
        return window(
                index,
                0.5,
                new ThroughputTrend(1_000 * (1 + 0.05 * random.nextGaussian()), 50, 0, 0),
                new MeanLatency(800 * (1 + 0.05 * random.nextGaussian()), 40),
                new MeanLatency(400 * (1 + 0.05 * random.nextGaussian()), 20));
    }

    private static Window window(int index, double readRatio, double perSecond, double readMicros, double writeMicros) {
        return window(
                index,
                readRatio,
                ThroughputTrend.even(perSecond),
                new MeanLatency(readMicros, 2),
                new MeanLatency(writeMicros, 1));
    }

    private static Window ofReaders(int index, double readMicros) {
        return window(
                index,
                0.05,
                ThroughputTrend.even(1_000),
                new ClientCounts(1_500, 0, 0, 0),
                new MeanLatency(readMicros, 2),
                MeanLatency.UNKNOWN);
    }

    private static Window window(
            int index, double readRatio, ThroughputTrend pace, MeanLatency reads, MeanLatency writes) {
        long operations = Math.round(pace.perSecond() * 30);
        long readCount = Math.round(operations * readRatio);
        return window(index, readRatio, pace, new ClientCounts(readCount, 0, operations - readCount, 0), reads, writes);
    }

    private static Window window(
            int index,
            double readRatio,
            ThroughputTrend pace,
            ClientCounts clients,
            MeanLatency reads,
            MeanLatency writes) {
        long operations = Math.round(pace.perSecond() * 30);
        long readCount = Math.round(operations * readRatio);
        return new Window(
                START.plusSeconds(30L * index),
                Duration.ofSeconds(30),
                readCount,
                operations - readCount,
                0,
                1,
                pace,
                clients,
                new Latency(reads, writes),
                WindowGauges.UNKNOWN,
                Optional.empty());
    }
}
