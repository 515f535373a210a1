package io.rafiki.trainer.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.analysis.VerificationRow.Verdict;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.OpenLoop;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.TrialLatency;
import io.rafiki.workload.Workload;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pairs of made-up trials, whose throughput and latency are known. */
class PairedVerificationTest extends VerificationCase {

    /**
     * In six pairs that all agree, Wilcoxon's exact two-sided p is 2 / 2^6 = 0.03125 for each of two rows, 0.0625 after Holm: better
     * only where nothing else is compared.
     */
    @Test
    void comparesInPairsAndAdjustsForAll() throws Exception {
        for (int i = 0; i < 6; i++) {
            add(0.9, usual, i, 1000 + 40 * i);
            add(0.9, usual.with("concurrent_reads", 64), i, (1000 + 40 * i) * (1.10 + 0.001 * i));
        }
        PairedVerification alone = PairedVerification.of(measured());
        VerificationRow row = alone.rows().get(0);
        assertThat(row.pairs()).isEqualTo(6);
        assertThat(row.change().mean()).isCloseTo(0.1025, within(1e-3));
        assertThat(row.change().low()).isBetween(0.09, row.change().mean());
        assertThat(row.p()).isCloseTo(0.03125, within(1e-9));
        assertThat(row.verdict(1)).isEqualTo(Verdict.BETTER);
        assertThat(alone.latencies()).as("trials without a rate").isEmpty();
        assertThat(row.debt()).as("short trials").isEmpty();

        for (int i = 0; i < 6; i++) {
            add(0.9, usual.with("concurrent_reads", 16), i, (1000 + 40 * i) * (0.9 - 0.001 * i));
        }
        assertThat(PairedVerification.of(measured()).rows()).hasSize(2).allSatisfy(one -> {
            assertThat(one.p()).isCloseTo(0.0625, within(1e-9));
            assertThat(one.verdict(2)).isEqualTo(Verdict.TOO_FEW_FOR_SIGNIFICANCE);
        });
    }

    /** Less latency is better. */
    @Test
    void comparesTheLatencyAtTheRateOfThePlan() throws Exception {
        for (int i = 0; i < 8; i++) {
            addAtRate(usual, i, 500, 1000 + 10L * i);
            addAtRate(usual.with("concurrent_reads", 64), i, 500, 780 + 18L * i);
        }
        PairedVerification found = PairedVerification.of(measured());
        assertThat(found.rows()).singleElement().satisfies(row -> assertThat(row.pairs())
                .isEqualTo(8));
        assertThat(found.latencies()).singleElement().satisfies(row -> {
            assertThat(row.metric()).isEqualTo(Metric.P99_AT_RATE);
            assertThat(row.pairs()).isEqualTo(8);
            assertThat(row.planned()).isEqualTo(8);
            assertThat(row.baselineMedian()).isEqualTo(1035);
            assertThat(row.median()).isEqualTo(843);
            assertThat(row.p()).isCloseTo(0.0078125, within(1e-9));
            assertThat(row.debt()).contains(new MeanDebt(41, 3));
            assertThat(row.baselineDebt()).contains(new MeanDebt(41, 3));
            assertThat(row.change().mean()).isCloseTo(-0.1856, within(1e-3));
            assertThat(row.change().low()).isCloseTo(-0.22, within(1e-3));
            assertThat(row.change().high()).isCloseTo(-0.1533, within(1e-3));
            assertThat(row.verdict(PairedVerification.compared(found.latencies())))
                    .isEqualTo(Verdict.BETTER);
        });
    }

    /** Without these two rounds it would be better in all others. */
    @Test
    void aConfigurationThatDoesNotCarryTheRateIsWorseInThatRound() throws Exception {
        for (int i = 0; i < 8; i++) {
            addAtRate(usual, i, 500, 1000 + 10L * i);
            addAtRate(usual.with("concurrent_reads", 64), i, i < 2 ? 480 : 500, 780 + 18L * i);
        }
        assertThat(PairedVerification.of(measured()).latencies())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.pairs()).isEqualTo(8);
                    assertThat(row.median()).isEqualTo(879);
                    assertThat(row.p()).isBetween(0.5, 1.0);
                    assertThat(row.change().low()).isCloseTo(-0.2, within(1e-3));
                    assertThat(row.change().high()).isInfinite();
                    assertThat(row.verdict(1)).isNotEqualTo(Verdict.BETTER);
                });
    }

    /** One latency of 30 times the baseline's changes the geometric mean to a rise of 27 %, but not the median. */
    @Test
    void theVerdictOfALatencyHasTheSignOfTheMedian() throws Exception {
        for (int i = 0; i < 12; i++) {
            addAtRate(usual, i, 500, 1000);
            addAtRate(usual.with("concurrent_reads", 64), i, 500, i == 5 ? 30_000 : 950);
        }
        assertThat(PairedVerification.of(measured()).latencies())
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.pairs()).isEqualTo(12);
                    assertThat(row.change().mean()).isCloseTo(-0.05, within(1e-9));
                    assertThat(row.p()).isLessThan(0.05);
                    assertThat(row.verdict(1)).isEqualTo(Verdict.BETTER);
                });
    }

    /** One gain of 35 % makes the geometric mean rise, but the rank sum of the eleven losses is larger. */
    @Test
    void theVerdictOfARateHasTheDirectionOfTheRanks() throws Exception {
        for (int i = 0; i < 12; i++) {
            double machine = 1000 + i % 3;
            add(0.9, usual, i, machine);
            add(0.9, usual.with("concurrent_reads", 64), i, machine * (i == 5 ? 1.35 : 0.98 - 0.0001 * i));
        }
        assertThat(PairedVerification.of(measured()).rows()).singleElement().satisfies(row -> {
            assertThat(row.pairs()).isEqualTo(12);
            assertThat(row.change().mean()).isPositive();
            assertThat(row.p()).isLessThan(0.05);
            assertThat(row.verdict(1)).isEqualTo(Verdict.WORSE);
        });
    }

    @Test
    void theDirectionIsThatOfTheLargerRankSum() {
        assertThat(VerificationRow.rises(-0.1, -0.2, 0.3, 0.4)).isTrue();
        assertThat(VerificationRow.rises(0.1, 0.2, 0.3, Double.NEGATIVE_INFINITY))
                .isTrue();
        assertThat(VerificationRow.rises(-0.1, -0.2, -0.3, Double.POSITIVE_INFINITY))
                .isFalse();
        assertThat(VerificationRow.rises(0, 0)).isFalse();
        assertThat(VerificationRow.rises()).isFalse();
    }

    /** The interval of the geometric mean contains no difference, that of the median does not. */
    @Test
    void oneLatencyDoesNotHideTheDifferenceOfTheOthers() throws Exception {
        Files.writeString(
                folder.resolve("plan.yaml"),
                PLAN
                        + """
                        configurations:
                          - {label: Rafiki, read_ratios: [0.9], values: {concurrent_reads: 64}}
                          - {label: best of 24 others, read_ratios: [0.9], values: {concurrent_reads: 40}}
                        """);
        for (int i = 0; i < 10; i++) {
            addAtRate(usual, i, 500, 1000);
            addAtRate(usual.with("concurrent_reads", 40), i, 500, 1000);
            addAtRate(usual.with("concurrent_reads", 64), i, 500, i == 9 ? 30_000 : 780 + 5L * i);
        }
        PairedVerification found = PairedVerification.of(measured());
        assertThat(found.latencies())
                .filteredOn(row -> row.label().equals("Rafiki"))
                .singleElement()
                .satisfies(row -> assertThat(row.verdict(PairedVerification.compared(found.latencies())))
                        .isEqualTo(Verdict.NOT_SIGNIFICANT));
        assertThat(found.latencyContests())
                .singleElement()
                .satisfies(contest -> assertThat(contest.change().mean()).isCloseTo(-0.2, within(0.01)));
    }

    /** The machine is a tenth slower each round; the second trial of the default was disturbed, and measured again at the end. */
    @Test
    void whatIsMeasuredAgainStaysInItsPair() throws Exception {
        Configuration other = usual.with("concurrent_reads", 64);
        for (int i = 0; i < 8; i++) {
            double machine = 1000 * Math.pow(0.9, i);
            add(0.9, other, i, machine * (1.02 + 0.001 * i));
            if (i != 1) {
                add(0.9, usual, i, machine);
            }
        }
        add(0.9, usual, 1, 900);
        VerificationRow row = PairedVerification.of(measured()).rows().get(0);
        assertThat(row.pairs()).isEqualTo(8);
        assertThat(row.change().mean()).isCloseTo(0.0235, within(1e-5));
        assertThat(row.verdict(1)).isEqualTo(Verdict.BETTER);
    }

    /** The first three rounds had no time for one of them, which was measured the next day: what lies a day apart is no pair. */
    @Test
    void doesNotPairAcrossSessions() throws Exception {
        Configuration other = usual.with("concurrent_reads", 64);
        for (int i = 0; i < 3; i++) {
            add(0.9, usual, i, 1000 + i);
        }
        Instant nextDay = Instant.ofEpochSecond(1_800_086_400);
        for (int i = 0; i < 9; i++) {
            String at = nextDay.plusSeconds(120L * i).toString();
            lines.add(Lines.measured(new PlannedTrial(Workload.ofReadRatio(0.9), other, i), 1100 + i % 2, at));
            if (i >= 3) {
                lines.add(Lines.measured(new PlannedTrial(Workload.ofReadRatio(0.9), usual, i), 1000 + i % 3, at));
            }
        }
        PairedVerification found = PairedVerification.of(measured());
        assertThat(found.rows()).singleElement().satisfies(row -> {
            assertThat(row.pairs()).isEqualTo(6);
            assertThat(row.planned()).isEqualTo(9);
        });
        assertThat(found.apart()).isEqualTo(3);
    }

    /** Rows that no test could show cost the others nothing, and are called what they are. */
    @Test
    void whatHasTooFewPairsIsNotAdjustedFor() throws Exception {
        for (int i = 0; i < 6; i++) {
            add(0.9, usual, i, 1000 + i);
            add(0.9, usual.with("concurrent_reads", 64), i, 1100 + i);
            if (i < 4) {
                add(0.9, usual.with("concurrent_reads", 16), i, 1200 + i);
            }
        }
        PairedVerification found = PairedVerification.of(measured());
        assertThat(found.compared()).isEqualTo(1);
        assertThat(found.rows())
                .extracting(row -> row.verdict(found.compared()))
                .containsExactly(Verdict.TOO_FEW_FOR_SIGNIFICANCE, Verdict.BETTER);
        assertThat(found.rows().get(1).p()).isCloseTo(0.03125, within(1e-9));
    }

    /** Wilcoxon (1945) leaves pairs without a difference out. */
    @Test
    void equalPairsShowNothing() throws Exception {
        for (int i = 0; i < 8; i++) {
            add(0.9, usual, i, 1000 + i % 2);
            add(0.9, usual.with("concurrent_reads", 64), i, 1000 + i % 2);
        }
        assertThat(PairedVerification.of(measured()).rows()).singleElement().satisfies(row -> {
            assertThat(row.p()).isEqualTo(1);
            assertThat(row.verdict(1)).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
        });
    }

    /** After two of six rounds, of which the second is not complete. */
    @Test
    void aVerificationUnderWayIsNoResult() throws Exception {
        Files.writeString(
                folder.resolve("plan.yaml"),
                PLAN
                        + """
                        configurations:
                          - {label: Rafiki, read_ratios: [0.9], repeats: 6, values: {concurrent_reads: 64}}
                          - {label: best of 24 others, read_ratios: [0.9], repeats: 6, values: {concurrent_reads: 40}}
                        """);
        for (int i = 0; i < 6; i++) {
            add(0.1, usual, i, 2000 + i);
        }
        add(0.9, usual, 0, 1000);
        add(0.9, usual, 1, 1010);
        add(0.9, usual.with("concurrent_reads", 40), 0, 1100);
        add(0.9, usual.with("concurrent_reads", 40), 1, 1200);
        add(0.9, usual.with("concurrent_reads", 64), 0, 1300);
        PairedVerification found = PairedVerification.of(measured());
        assertThat(found.single()).isEmpty();
        assertThat(found.rows()).hasSize(2).allSatisfy(row -> assertThat(row.p())
                .isEqualTo(1));
        assertThat(found.rows()).extracting(VerificationRow::pairs).containsExactly(1, 2);
        assertThat(found.rows()).extracting(VerificationRow::planned).containsExactly(6, 6);
        assertThat(found.rows()).extracting(VerificationRow::mean).containsExactly(1300.0, 1150.0);
        assertThat(found.rows().get(0).verdict(found.compared())).isEqualTo(Verdict.TOO_FEW_PAIRS);
        assertThat(found.contests()).isEmpty();
    }

    @Test
    void whatIsNotBetterIsNotCalledBetter() throws Exception {
        for (int i = 0; i < 10; i++) {
            add(0.1, usual, i, 1000 + 13 * ((i * 7) % 10));
            add(0.1, usual.with("concurrent_reads", 64), i, 1000 + 13 * ((i * 3) % 10));
        }
        assertThat(PairedVerification.of(measured()).rows().get(0).verdict(1)).isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
    }

    @Test
    void callsThingsWhatThePlanCallsThem() throws Exception {
        Files.writeString(
                folder.resolve("plan.yaml"),
                PLAN
                        + """
                        configurations:
                          - {label: Rafiki, read_ratios: [0.9], values: {concurrent_reads: 64}}
                          - {label: best of 24 others, read_ratios: [0.9], values: {concurrent_reads: 40}}
                          - {label: Rafiki = paper's recipe, read_ratios: [0.1], values: {}}
                        """);
        for (int i = 0; i < 6; i++) {
            add(0.1, usual, i, 1000);
            add(0.9, usual, i, 1000);
            add(0.9, usual.with("concurrent_reads", 64), i, 1100);
            add(0.9, usual.with("concurrent_reads", 40), i, 1000);
        }
        PairedVerification found = PairedVerification.of(measured());
        assertThat(found.rows()).extracting(VerificationRow::label).containsExactly("Rafiki", "best of 24 others");
        assertThat(found.same()).containsExactly(Map.entry(Workload.ofReadRatio(0.1), "Rafiki = paper's recipe"));
        assertThat(found.contests()).singleElement().satisfies(contest -> {
            assertThat(contest.other().label()).isEqualTo("best of 24 others");
            assertThat(contest.pairs()).isEqualTo(6);
            assertThat(contest.change().mean()).isCloseTo(0.1, within(1e-9));
            assertThat(contest.p()).isCloseTo(0.03125, within(1e-9));
        });
    }

    /** Where no gain is certain, Rafiki keeps the baseline, which has no row. Its p99 is a fifth lower. */
    @Test
    void theBaselineIsComparedIfItIsTheChoice() throws Exception {
        Files.writeString(
                folder.resolve("plan.yaml"),
                PLAN
                        + """
                        configurations:
                          - {label: Rafiki = paper's recipe, read_ratios: [0.9], values: {}}
                          - {label: Leveled, read_ratios: [0.9], values: {compaction: Leveled}}
                        """);
        for (int i = 0; i < 6; i++) {
            addAtRate(usual, i, 500, 800);
            addAtRate(usual.with("compaction", "Leveled"), i, 500, 1000);
        }
        PairedVerification found = PairedVerification.of(measured());
        assertThat(found.rows()).extracting(VerificationRow::label).containsExactly("Leveled");
        assertThat(found.contests()).singleElement().satisfies(contest -> {
            assertThat(contest.other().label()).isEqualTo("Leveled");
            assertThat(contest.pairs()).isEqualTo(6);
            assertThat(contest.p()).isCloseTo(0.03125, within(1e-9));
        });
        assertThat(found.latencyContests()).singleElement().satisfies(contest -> {
            assertThat(contest.pairs()).isEqualTo(6);
            assertThat(contest.change().mean()).isCloseTo(-0.2, within(1e-9));
        });
    }

    @Test
    void whatWasMeasuredOnceStandsForTheRest() throws Exception {
        for (int i = 0; i < 10; i++) {
            add(0.9, usual, i, 1000 + i % 2);
        }
        for (int i = 0; i < 12; i++) {
            add(0.9, usual.with("concurrent_writes", 40 + i), 0, 900 + 10 * i);
        }
        PairedVerification found = PairedVerification.of(measured());
        assertThat(found.rows()).isEmpty();
        assertThat(found.single()).hasSize(12);
        assertThat(found.single().get(0).mean()).isEqualTo(1010);
    }

    private void addAtRate(Configuration configuration, int repeat, double achieved, long p99) {
        add(0.9, configuration, repeat, 1000 + lines.size());
        TrialLatency latency = new TrialLatency(5000, 100, 90, 200, p99, p99);
        OpenLoop load = new OpenLoop(null, 500, achieved, p99, Map.of("read", latency), null);
        lines.add(Lines.sustained(lines.remove(lines.size() - 1), List.of(load)));
    }
}
