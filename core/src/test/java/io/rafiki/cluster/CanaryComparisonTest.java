package io.rafiki.cluster;

import static io.rafiki.cluster.Windows.withErrors;
import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.cluster.CanaryComparison.Round;
import io.rafiki.cluster.CanaryVerdict.Kind;
import io.rafiki.cluster.PeerWindow.Times;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Simulated nodes: each metric has a level of the node, a shared course over time that changes the load by up to a half, and noise of 4 %
 * per window.
 */
class CanaryComparisonTest {

    private static final long SEED = 3;
    private static final double NOISE = 0.04;

    @Test
    void canariesWithoutEffectGetFewFalseVerdicts() {
        Random random = new Random(SEED);
        int verdicts = 0;
        for (int i = 0; i < 1_000; i++) {
            verdicts += verdict(random, RolloutStep.MOST_ROUNDS, 0).verdict().isReached() ? 1 : 0;
        }
        assertThat(verdicts).as("of 1,000, seed %d", SEED).isLessThanOrEqualTo(50);
    }

    @Test
    void aLossOfTenPercentIsFoundWithinTenWindows() {
        Random random = new Random(SEED);
        int found = 0;
        for (int i = 0; i < 1_000; i++) {
            found += verdict(random, 10, 0.1).verdict().isHarm() ? 1 : 0;
        }
        assertThat(found).as("of 1,000, seed %d", SEED).isGreaterThanOrEqualTo(900);
    }

    @Test
    void aGainIsFound() {
        assertThat(verdict(new Random(SEED), 20, -0.15).verdict().kind()).isEqualTo(Kind.BETTER);
    }

    /** An effect of one percent is real, but too small to change or to undo anything. */
    @Test
    void aTinyEffectIsNoVerdict() {
        Random random = new Random(SEED);
        CanaryComparison comparison = before(rounds(random, CanaryComparison.WINDOWS_BEFORE, 0, 1e-4));
        for (Round round : rounds(random, 60, 0.01, 1e-4)) {
            comparison = comparison.after(round);
        }
        assertThat(comparison.verdict().isReached()).isFalse();
    }

    /**
     * The coordinators move reads between replicas every ten minutes, as on the real ring: a replica with half of the reads serves all
     * operations by a third more slowly.
     */
    @Test
    void readsThatMoveBetweenReplicasCauseNoFalseVerdicts() {
        Random random = new Random(SEED);
        int verdicts = 0;
        for (int i = 0; i < 1_000; i++) {
            verdicts += shifted(random, RolloutStep.MOST_ROUNDS, 0).isReached() ? 1 : 0;
        }
        assertThat(verdicts).as("of 1,000, seed %d", SEED).isLessThanOrEqualTo(50);
    }

    @Test
    void aLossIsFoundAlthoughReadsMoveBetweenReplicas() {
        Random random = new Random(SEED);
        int found = 0;
        for (int i = 0; i < 1_000; i++) {
            found += shifted(random, 20, 0.1).isHarm() ? 1 : 0;
        }
        assertThat(found).as("of 1,000, seed %d", SEED).isGreaterThanOrEqualTo(900);
    }

    /** @param effect relative effect on the service time after the change */
    private static CanaryVerdict shifted(Random random, int windows, double effect) {
        CanaryComparison comparison = CanaryComparison.NONE;
        double[] shares = new double[3];
        int phase = random.nextInt(20);
        for (int i = 0; i < CanaryComparison.WINDOWS_BEFORE + windows; i++) {
            if (i == 0 || (i + phase) % 20 == 0) {
                for (int node = 0; node < shares.length; node++) {
                    shares[node] = 0.25 + 0.25 * random.nextDouble();
                }
            }
            boolean isChanged = i >= CanaryComparison.WINDOWS_BEFORE;
            Round round = new Round(
                    mixed(random, shares[0], isChanged ? effect : 0),
                    List.of(mixed(random, shares[1], 0), mixed(random, shares[2], 0)));
            comparison = isChanged ? comparison.after(round) : comparison.before(round);
            if (isChanged && comparison.verdict().isReached()) {
                break;
            }
        }
        return comparison.verdict();
    }

    private static PeerWindow mixed(Random random, double reads, double effect) {
        double share = reads * Math.exp(0.03 * random.nextGaussian());
        double slower = Math.pow(share, -0.45) * (1 + effect);
        double noise = slower * Math.exp(NOISE * random.nextGaussian());
        double cpu = slower * Math.exp(NOISE * random.nextGaussian());
        return new PeerWindow(
                0.5, share, new Times(600 * noise, 200 * noise), new Times(6_000, 2_000), 100 * cpu, 0, 0, 0);
    }

    /** As on the real ring: a quarter of the windows read something from the disk, and one in fifty a lot. */
    @Test
    void burstsOfDiskReadsCauseFewFalseVerdicts() {
        Random random = new Random(SEED);
        int verdicts = 0;
        for (int i = 0; i < 1_000; i++) {
            verdicts += bursts(random, RolloutStep.MOST_ROUNDS, 0).isReached() ? 1 : 0;
        }
        assertThat(verdicts).as("of 1,000, seed %d", SEED).isLessThanOrEqualTo(50);
    }

    @Test
    void diskReadsOfEachOperationAreFoundDespiteBursts() {
        Random random = new Random(SEED);
        int found = 0;
        for (int i = 0; i < 1_000; i++) {
            CanaryVerdict verdict = bursts(random, 10, 2_048);
            found += verdict.isHarm() && verdict.metric() == PeerMetric.DISK_READS ? 1 : 0;
        }
        assertThat(found).as("of 1,000, seed %d", SEED).isGreaterThanOrEqualTo(900);
    }

    private static CanaryVerdict bursts(Random random, int windows, double bytes) {
        CanaryComparison comparison = CanaryComparison.NONE;
        for (int i = 0; i < CanaryComparison.WINDOWS_BEFORE + windows; i++) {
            boolean isChanged = i >= CanaryComparison.WINDOWS_BEFORE;
            Round round = new Round(burst(random, isChanged ? bytes : 0), List.of(burst(random, 0), burst(random, 0)));
            comparison = isChanged ? comparison.after(round) : comparison.before(round);
            if (isChanged && comparison.verdict().isReached()) {
                break;
            }
        }
        return comparison.verdict();
    }

    private static PeerWindow burst(Random random, double bytes) {
        double kind = random.nextDouble();
        double read = kind < 0.02 ? 500 + 800 * random.nextDouble() : kind < 0.25 ? 60 * random.nextDouble() : 0;
        double noise = Math.exp(NOISE * random.nextGaussian());
        double cpu = 100 * Math.exp(NOISE * random.nextGaussian());
        return new PeerWindow(
                0.5, 0.5, new Times(600 * noise, 200 * noise), new Times(6_000, 2_000), cpu, bytes + read, 0, 0);
    }

    /** Coordinators leave the canary without reads in one window of ten, as on the real ring. Then only writes are compared. */
    @Test
    void aLossIsFoundAlthoughSomeWindowsHaveNoReads() {
        Random random = new Random(SEED);
        int found = 0;
        for (int i = 0; i < 1_000; i++) {
            CanaryComparison comparison = CanaryComparison.NONE;
            for (int window = 0; window < CanaryComparison.WINDOWS_BEFORE + 10; window++) {
                boolean isChanged = window >= CanaryComparison.WINDOWS_BEFORE;
                double effect = isChanged ? 0.1 : 0;
                PeerWindow canary = random.nextDouble() < 0.1
                        ? withoutReads(mixed(random, 0.4, effect))
                        : mixed(random, 0.2 + 0.3 * random.nextDouble(), effect);
                Round round = new Round(canary, List.of(mixed(random, 0.4, 0), mixed(random, 0.4, 0)));
                comparison = isChanged ? comparison.after(round) : comparison.before(round);
            }
            found += comparison.verdict().isHarm() ? 1 : 0;
        }
        assertThat(found).as("of 1,000, seed %d", SEED).isGreaterThanOrEqualTo(800);
    }

    private static PeerWindow withoutReads(PeerWindow window) {
        return new PeerWindow(
                window.readRatio(),
                0,
                new Times(Double.NaN, window.mean().write()),
                new Times(Double.NaN, window.tail().write()),
                window.cpuMicros(),
                window.diskReads(),
                window.debt(),
                window.errors());
    }

    /** Neither of them had any before the change. */
    @Test
    void aFewPendingCompactionsOrDiskReadsOfThreeWindowsAreNoHarm() {
        for (List<Integer> debts : List.of(List.of(1, 1, 0), List.of(1, 2, 1), List.of(2, 2, 2))) {
            assertThat(resting(debts, List.of(0, 0, 0)).kind())
                    .as("%s pending", debts)
                    .isEqualTo(Kind.NONE);
        }
        assertThat(resting(List.of(0, 0, 0), List.of(600, 600, 0)).kind()).isEqualTo(Kind.NONE);
        assertThat(resting(List.of(20, 20, 20), List.of(0, 0, 0)).metric()).isEqualTo(PeerMetric.DEBT);
        assertThat(resting(List.of(0, 0, 0), List.of(8_192, 8_192, 8_192)).metric())
                .isEqualTo(PeerMetric.DISK_READS);
    }

    /**
     * The verdict about a canary whose peers neither compact nor read from the disk.
     *
     * @param debts its pending compactions in each window after the change
     * @param diskReads its disk reads in bytes per operation
     */
    private static CanaryVerdict resting(List<Integer> debts, List<Integer> diskReads) {
        PeerWindow usual = steady(400, 0, 0);
        List<PeerWindow> peers = List.of(usual, usual);
        CanaryComparison comparison =
                before(Collections.nCopies(CanaryComparison.WINDOWS_BEFORE, new Round(usual, peers)));
        for (int i = 0; i < debts.size(); i++) {
            comparison = comparison.after(new Round(steady(400, diskReads.get(i), debts.get(i)), peers));
        }
        return comparison.verdict();
    }

    /** Neighbouring windows resemble each other, so one window shows nothing. */
    @Test
    void windowsWithProblemsOfAllPeersShowHarmTogether() {
        PeerWindow usual = steady(400, 8_192, 20);
        List<PeerWindow> peers = List.of(usual, usual);
        CanaryComparison baseline = CanaryComparison.NONE;
        for (int i = 0; i < CanaryComparison.WINDOWS_BEFORE; i++) {
            double level = i / 3 % 2 == 0 ? 0.98 : 1.02;
            baseline = baseline.before(new Round(steady(400 * level, 8_192 * level, 20 * level), peers));
        }
        for (PeerMetric metric : List.of(PeerMetric.SERVICE_TIME, PeerMetric.DISK_READS, PeerMetric.DEBT)) {
            PeerWindow harmful = steady(
                    metric == PeerMetric.SERVICE_TIME ? 1_200 : 400,
                    metric == PeerMetric.DISK_READS ? 24_576 : 8_192,
                    metric == PeerMetric.DEBT ? 60 : 20);
            Round round = new Round(harmful, peers);
            assertThat(baseline.withHarm(List.of(round))).as(metric.label()).isEqualTo(baseline);
            CanaryVerdict verdict =
                    baseline.withHarm(Collections.nCopies(6, round)).verdict();
            assertThat(verdict.kind()).as(metric.label()).isEqualTo(Kind.WORSE);
            assertThat(verdict.metric()).isEqualTo(metric);
            assertThat(baseline.after(round)
                            .withHarm(Collections.nCopies(5, round))
                            .verdict())
                    .as("with a comparable one")
                    .isEqualTo(verdict);
        }
    }

    @Test
    void windowsWithProblemsOfAllPeersNeverShowAGain() {
        List<Round> faster = rounds(new Random(SEED), RolloutStep.MOST_ROUNDS, -0.5, NOISE);
        CanaryComparison baseline = before(rounds(new Random(SEED), CanaryComparison.WINDOWS_BEFORE, 0, NOISE));
        assertThat(baseline.withHarm(faster)).isEqualTo(baseline);
    }

    private static PeerWindow steady(double service, double diskReads, double debt) {
        return new PeerWindow(0.5, 0.5, new Times(service, service), new Times(2_000, 2_000), 100, diskReads, debt, 0);
    }

    @Test
    void errorsOfTheCanaryDecideAtOnce() {
        List<Round> before = rounds(new Random(SEED), CanaryComparison.WINDOWS_BEFORE, 0, NOISE);
        Round last = before.get(0);
        CanaryComparison errors = before(before).after(new Round(withErrors(last.canary(), 10), last.peers()));
        assertThat(errors.verdict()).isEqualTo(new CanaryVerdict(Kind.ERRORS, null, 10));
        Round all = new Round(
                withErrors(last.canary(), 10),
                last.peers().stream().map(peer -> withErrors(peer, 4)).toList());
        assertThat(before(before).after(all).verdict().isReached())
                .as("the peers have them too")
                .isFalse();
    }

    @Test
    void anErrorInEachWindowUndoesNoGoodChange() {
        CanaryComparison comparison = before(rounds(new Random(SEED), CanaryComparison.WINDOWS_BEFORE, 0, NOISE));
        for (Round round : rounds(new Random(SEED + 1), 20, -0.15, NOISE)) {
            comparison = comparison.after(new Round(withErrors(round.canary(), 1), round.peers()));
            assertThat(comparison.verdict().isHarm()).isFalse();
        }
        assertThat(comparison.verdict().kind()).isEqualTo(Kind.BETTER);
    }

    @Test
    void twoErrorsDelayAGoodVerdictUntilWindowsWithoutErrors() {
        CanaryComparison better = verdict(new Random(SEED), 20, -0.15);
        Round last = rounds(new Random(SEED), 1, -0.15, NOISE).get(0);
        CanaryComparison errors = better.withErrors(new Round(withErrors(last.canary(), 2), last.peers()));
        assertThat(errors.verdict().isReached()).isFalse();
        assertThat(errors.withErrors(last).verdict().kind()).isEqualTo(Kind.BETTER);
    }

    @Test
    void fewErrorsInManyWindowsAddUp() {
        CanaryComparison comparison = before(rounds(new Random(SEED), CanaryComparison.WINDOWS_BEFORE, 0, NOISE));
        Round last = rounds(new Random(SEED), 1, 0, NOISE).get(0);
        Round failing = new Round(withErrors(last.canary(), 5), last.peers());
        comparison = comparison.withErrors(failing).withErrors(failing);
        assertThat(comparison.verdict().isReached()).isFalse();
        assertThat(comparison.withErrors(failing).verdict().kind()).isEqualTo(Kind.ERRORS);
    }

    /** From tables of the binomial distribution with equal chances, at 0.1 %. */
    @Test
    void anExcessOfErrorsIsLargeAndHardlyByChance() {
        assertThat(CanaryComparison.isExcess(1, 0)).isFalse();
        assertThat(CanaryComparison.isExcess(2, 0)).isFalse();
        assertThat(CanaryComparison.isExcess(9, 0)).isFalse();
        assertThat(CanaryComparison.isExcess(10, 0)).isTrue();
        assertThat(CanaryComparison.isExcess(12, 1)).isFalse();
        assertThat(CanaryComparison.isExcess(13, 1)).isTrue();
        assertThat(CanaryComparison.isExcess(3_000, 1_000))
                .as("three times as many")
                .isFalse();
        assertThat(CanaryComparison.isExcess(4_000, 1_000)).isTrue();
    }

    @Test
    void itIsReadyAfterThirtyWindowsAndKeepsTheLastOnes() {
        List<Round> rounds = rounds(new Random(SEED), 40, 0, NOISE);
        assertThat(before(rounds.subList(0, 29)).isReady()).isFalse();
        CanaryComparison all = before(rounds);
        assertThat(all.isReady()).isTrue();
        assertThat(all).isEqualTo(before(rounds.subList(10, 40)));
        assertThat(all.verdict().isReached()).isFalse();
    }

    private static CanaryComparison before(List<Round> rounds) {
        CanaryComparison comparison = CanaryComparison.NONE;
        for (Round round : rounds) {
            comparison = comparison.before(round);
        }
        return comparison;
    }

    /** @param effect relative effect on service time and tail after the change */
    private static CanaryComparison verdict(Random random, int windows, double effect) {
        List<Round> all = rounds(random, CanaryComparison.WINDOWS_BEFORE, 0, NOISE);
        CanaryComparison comparison = before(all);
        for (Round round : rounds(random, windows, effect, NOISE)) {
            comparison = comparison.after(round);
            if (comparison.verdict().isReached()) {
                // it is read after each window, and the first verdict decides
                break;
            }
        }
        return comparison;
    }

    private static List<Round> rounds(Random random, int count, double effect, double noise) {
        List<Round> rounds = new ArrayList<>();
        double load = 1;
        for (int i = 0; i < count; i++) {
            load = Math.max(0.5, Math.min(1.5, load + 0.1 * random.nextGaussian()));
            List<PeerWindow> peers = new ArrayList<>();
            for (int peer = 0; peer < 3; peer++) {
                peers.add(window(random, (1 + 0.1 * peer) * load, 0, noise));
            }
            rounds.add(new Round(window(random, 1.05 * load, effect, noise), peers));
        }
        return rounds;
    }

    private static PeerWindow window(Random random, double level, double effect, double noise) {
        double service = 400 * level * (1 + effect) * Math.exp(noise * random.nextGaussian());
        double tail = 2_000 * level * (1 + effect) * Math.exp(2 * noise * random.nextGaussian());
        return new PeerWindow(
                0.5,
                0.5,
                new Times(service, service),
                new Times(tail, tail),
                100 * level * Math.exp(noise * random.nextGaussian()),
                2_000 * level * Math.exp(2 * noise * random.nextGaussian()),
                10 * level * Math.exp(2 * noise * random.nextGaussian()),
                0);
    }
}
