package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.decision.CompactionThrottle.Level;
import io.rafiki.decision.CompactionThrottle.Terms;
import io.rafiki.workload.ClientCounts;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A node whose clients lose 1 % of their throughput for each MiB per second of compactions, which reach 60 MiB/s at most. */
class CompactionThrottleTest {

    private static final long MIB = 1 << 20;
    private static final double FASTEST = 60;
    private static final int PER_SECOND = 1_000;
    private static final long MICROS = 500;

    private Instant now = Instant.parse("2026-11-21T10:15:00Z");
    private ClientCounts clients = ClientCounts.NONE;
    private long compacted;
    private int pending;
    private double perMiB = 0.01;

    @Test
    void lowersTheLimitUntilTheLossIsAllowed() {
        CompactionThrottle throttle = run(begin(0.2, 64), 60);
        assertThat(throttle.loss().orElseThrow()).isBetween(0.12, 0.205);
        assertThat(throttle.limit()).isBetween(16L, 20L);
    }

    @Test
    void worksWithoutALimitBefore() {
        CompactionThrottle throttle = run(begin(0.3, 0), 60);
        assertThat(throttle.limit()).isBetween(22L, 30L);
        perMiB = 0;
        assertThat(run(throttle, 120).limit()).as("the value before").isZero();
    }

    @Test
    void leavesAnAllowedLossAlone() {
        assertThat(run(begin(0.7, 64), 60).limit()).isEqualTo(64);
    }

    @Test
    void returnsToTheValueBeforeAndNoFurther() {
        CompactionThrottle slow = run(begin(0.2, 64), 60);
        perMiB = 0.0001;
        assertThat(run(slow, 60).limit()).isEqualTo(64);
    }

    @Test
    void staysWithinTheCatalogue() {
        perMiB = 0.015;
        CompactionThrottle throttle = run(begin(0.05, 64), 60);
        assertThat(throttle.limit()).isEqualTo(16);
        assertThat(throttle.isExhausted()).isTrue();
    }

    @Test
    void aBeginAfterTheSampleDelaysNoComparison() {
        CompactionThrottle fast = run(begin(0.2, 64), 4);
        now = now.minus(Duration.ofHours(1));
        assertThat(run(fast, 60).limit()).isBetween(16L, 20L);
    }

    @Test
    void growingDebtRaisesTheLimit() {
        CompactionThrottle slow = run(begin(0.2, 64), 60);
        pending = 30;
        assertThat(run(slow, 30).limit()).isEqualTo(64);
    }

    /** A change to leveled compaction of 10 GiB: as many pending compactions until the last moment as at the begin. */
    @Test
    void theFilesOfTheRewriteAreNoDebt() {
        pending = 60;
        assertThat(run(begin(0.2, 64), 60).limit()).isBetween(16L, 20L);
        pending = 50;
        CompactionThrottle later = run(run(begin(0.2, 64), 60), 10);
        pending = 61;
        assertThat(run(later, 30).limit()).as("eleven more than at the least").isEqualTo(64);
    }

    /** Closed-loop clients lose as much as their latency increases; fewer requests at the same latency are less demand. */
    @Test
    void lessDemandIsNoLoss() {
        Level level = Level.of(new ClientCounts(60_000, 60_000 * MICROS, 0, 0), Duration.ofMinutes(1));
        assertThat(level.loss(new ClientCounts(300, 300 * MICROS, 0, 0))).isZero();
        assertThat(level.loss(new ClientCounts(300, 300 * 515L, 0, 0)))
                .as("less demand at a slightly higher latency")
                .isCloseTo(0.03, within(0.001));
        assertThat(level.loss(new ClientCounts(500, 500 * MICROS, 500, 500 * 2 * MICROS)))
                .as("writes that were not seen before")
                .isZero();
        assertThat(level.loss(new ClientCounts(500, 500 * 2 * MICROS, 0, 0))).isCloseTo(0.5, within(1e-9));
    }

    @Test
    void clientsWithoutResponsesKeepTheLastLoss() {
        CompactionThrottle throttle = run(begin(0.2, 64), 5);
        assertThat(throttle.loss().orElseThrow()).isGreaterThan(0.2);
        now = now.plusSeconds(5);
        CompactionThrottle stalled = throttle.next(now, clients, compacted, pending);
        assertThat(stalled.loss()).isEqualTo(throttle.loss());
        assertThat(stalled.limit()).isEqualTo(throttle.limit());
    }

    /** The disk stalls, so compactions read nothing. */
    @Test
    void aPeriodWithoutCompactionsHalvesTheLimit() {
        assertThat(afterStall(begin(0.2, 64), 0).limit()).isEqualTo(32);
        assertThat(afterStall(begin(0.2, 0), 0).limit())
                .as("of the largest one")
                .isEqualTo(128);
    }

    /** Half of the limit would still be above the rate of the compactions. */
    @Test
    void aLimitAboveTheRateOfTheCompactionsFallsBelowIt() {
        assertThat(afterStall(begin(0.2, 200), 40).limit()).isEqualTo(20);
        assertThat(afterStall(begin(0.2, 0), 40).limit()).isEqualTo(20);
    }

    @Test
    void fewRequestsGiveNoComparison() {
        CompactionThrottle throttle = begin(0.1, 64);
        for (int i = 0; i < 60; i++) {
            now = now.plusSeconds(1);
            compacted += 60 * MIB;
            throttle = throttle.next(now, clients, compacted, pending);
        }
        assertThat(throttle.limit()).isEqualTo(64);
        assertThat(throttle.loss()).isEmpty();
    }

    private CompactionThrottle begin(double allowed, long before) {
        Level level =
                Level.of(new ClientCounts(60 * PER_SECOND, 60 * PER_SECOND * MICROS, 0, 0), Duration.ofMinutes(1));
        return CompactionThrottle.begin(new Terms(allowed, before, 16, 256, 2, level), now, clients, compacted);
    }

    /** A period of few requests with a hundred times the latency. */
    private CompactionThrottle afterStall(CompactionThrottle from, int mibPerSecond) {
        now = now.plusSeconds(5);
        compacted += 5L * mibPerSecond * MIB;
        clients = clients.plus(new ClientCounts(200, 200 * 100 * MICROS, 0, 0));
        return from.next(now, clients, compacted, pending);
    }

    /** One sample per second of closed-loop clients. */
    private CompactionThrottle run(CompactionThrottle from, int seconds) {
        CompactionThrottle throttle = from;
        for (int i = 0; i < seconds; i++) {
            double rate = throttle.limit() == 0 ? FASTEST : Math.min(FASTEST, (double) throttle.limit());
            double speed = 1 - perMiB * rate;
            long requests = Math.round(PER_SECOND * speed);
            now = now.plusSeconds(1);
            compacted += Math.round(rate * MIB);
            clients = clients.plus(new ClientCounts(requests, Math.round(requests * MICROS / speed), 0, 0));
            throttle = throttle.next(now, clients, compacted, pending);
        }
        return throttle;
    }
}
