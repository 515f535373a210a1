package io.rafiki.trainer.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.analysis.VerificationRow.Verdict;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.OpenLoop;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialLatency;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Made-up trials whose throughput is known, and what the parts of the report say of them. */
class PairedVerificationTest {

    private static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    private static final String PLAN =
            """
            name: verification
            seed: 1
            trials: 0
            read_ratio: {min: 0, max: 1}
            defaults: {read_ratios: [0.1, 0.9], repeats: 6}
            data: {records: 1000, field_size: 100B}
            client: {threads: 4}
            node: {heap: 512MiB}
            time: {warm_up: 2s, measurement: 5s}
            knobs: {compaction: null, concurrent_reads: null, concurrent_writes: null}
            """;

    @TempDir
    private Path folder;

    private final List<Trial> lines = new ArrayList<>();
    private Configuration usual;

    @BeforeEach
    void plan() throws Exception {
        Files.writeString(folder.resolve("plan.yaml"), PLAN);
        KnobSpace space = KnobCatalogue.read(CATALOGUE, new NodeResources(2, 512))
                .space(List.of("compaction", "concurrent_reads", "concurrent_writes"));
        usual = space.defaults();
    }

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
        assertThat(PairedVerification.contests(found.latencies()))
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
    void fewerThanTenTrialsAreRefused() {
        for (int i = 0; i < 9; i++) {
            add(0.9, usual, i, 1000 + i);
        }
        assertThatThrownBy(this::measured)
                .isInstanceOf(IOException.class)
                .hasMessage(folder.resolve("trials.jsonl")
                        + ": expected at least 10 trials with a valid rate, found 9. Collect more.");
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

    @Test
    void reportsNoiseExtremesAndDroppedTrials() throws Exception {
        for (int i = 0; i < 8; i++) {
            add(0.9, usual, i, i % 2 == 0 ? 990 : 1010);
            add(0.9, usual.with("concurrent_reads", 40 + i), 0, 800 + 50 * i);
            add(0.1, usual, i, 2000 + i % 2);
        }
        lines.add(Lines.ended("x", TrialStatus.DISTURBED, "others used 9 % of the processors"));
        TrialData measured = measured();

        BaselineVariation variation = BaselineVariation.of(measured).value().orElseThrow();
        assertThat(variation.isCorrected()).isFalse();
        assertThat(variation.sessions()).isEmpty();
        assertThat(variation.rows())
                .filteredOn(row -> row.workload().readRatio() == 0.9)
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.trials()).isEqualTo(8);
                    assertThat(row.mean()).isEqualTo(1000);
                    // eight values 10 above or below the mean
                    assertThat(row.variation()).isCloseTo(Math.sqrt(800 / 7.0) / 1000, within(1e-12));
                });
        assertThat(TrialAccount.of(measured))
                .isEqualTo(new TrialAccount(
                        25,
                        24,
                        9,
                        2,
                        List.of(new TrialAccount.Dropped(
                                TrialStatus.DISTURBED, "others used 9 % of the processors", 1)),
                        0));
        MeasuredExtremes extremes = MeasuredExtremes.of(measured).value().orElseThrow();
        assertThat(extremes.rows())
                .containsExactly(new MeasuredExtremes.Row(
                        Workload.ofReadRatio(0.9),
                        8,
                        1150,
                        1000,
                        800,
                        usual.with("concurrent_reads", 47),
                        usual.with("concurrent_reads", 40)));
        assertThat(extremes.tooFew()).containsExactly(Workload.ofReadRatio(0.1));
    }

    /** The default falls tenfold from 10 to 90 % reads, by 8 % from 10 to 13 %: what is slower by that is not a worse configuration. */
    @Test
    void trialsNearAReadRatioAreScaledToIt() throws Exception {
        for (int i = 0; i < 2; i++) {
            add(0.1, usual, i, 10_000);
            add(0.9, usual, i, 1_000);
        }
        double there = 10_000 * Math.pow(0.1, 0.03 / 0.8);
        for (int i = 0; i < 4; i++) {
            add(0.13, usual.with("concurrent_reads", 40 + i), 0, there * (0.8 + 0.1 * i));
            add(0.95, usual.with("concurrent_reads", 40 + i), 0, 1_000 * Math.pow(0.1, 0.05 / 0.8) * (1 + 0.1 * i));
        }
        List<MeasuredExtremes.Row> rows =
                MeasuredExtremes.of(measured()).value().orElseThrow().rows();
        assertThat(rows).extracting(row -> row.workload().readRatio()).containsExactly(0.1, 0.9);
        assertExtremes(rows.get(0), 11_000, 10_000, 8_000);
        assertExtremes(rows.get(1), 1_300, 1_000, 1_000);
    }

    private static void assertExtremes(MeasuredExtremes.Row row, double greatest, double baseline, double least) {
        assertThat(row.trials()).isEqualTo(4);
        assertThat(row.greatest()).isCloseTo(greatest, within(1e-6));
        assertThat(row.baseline()).isCloseTo(baseline, within(1e-6));
        assertThat(row.least()).isCloseTo(least, within(1e-6));
    }

    @Test
    void correctsThroughputsOfDifferentSessions() throws Exception {
        for (int i = 0; i < 6; i++) {
            add(0.9, usual, i, 1000 + i % 3);
            add(0.9, usual.with("concurrent_reads", 40), i, 1100);
        }
        Instant nextDay = Instant.ofEpochSecond(1_800_086_400);
        for (int i = 6; i < 12; i++) {
            lines.add(Lines.measured(
                    new PlannedTrial(Workload.ofReadRatio(0.9), usual, i),
                    1440 + i % 3,
                    nextDay.plusSeconds(60L * i).toString()));
        }
        TrialData measured = measured();
        assertThat(measured.defaults().get(Workload.ofReadRatio(0.9)))
                .allSatisfy(trial -> assertThat(trial.throughput().mean()).isBetween(1120.0, 1140.0));
        BaselineVariation variation = BaselineVariation.of(measured).value().orElseThrow();
        assertThat(variation.isCorrected()).isTrue();
        assertThat(variation.rows()).singleElement().satisfies(row -> {
            assertThat(row.trials()).isEqualTo(12);
            assertThat(row.mean()).isBetween(1130.0, 1140.0);
        });
        assertThat(variation.sessions())
                .extracting(BaselineVariation.SessionVariation::begin)
                .containsExactly(Instant.parse("2027-01-15T08:00:00Z"), Instant.parse("2027-01-16T08:06:00Z"));
        assertThat(variation.sessions())
                .extracting(BaselineVariation.SessionVariation::trials)
                .containsExactly(12, 6);
        assertThat(variation.sessions())
                .extracting(session ->
                        session.baseline().get(Workload.ofReadRatio(0.9)).mean())
                .containsExactly(1001.0, 1441.0);
    }

    private TrialData measured() throws Exception {
        Path file = folder.resolve("trials.jsonl");
        Files.deleteIfExists(file);
        Trials trials = new Trials(file);
        for (Trial line : lines) {
            trials.append(line);
        }
        return TrialData.read(folder, CATALOGUE);
    }

    private void addAtRate(Configuration configuration, int repeat, double achieved, long p99) {
        add(0.9, configuration, repeat, 1000 + lines.size());
        TrialLatency latency = new TrialLatency(5000, 100, 90, 200, p99, p99);
        OpenLoop load = new OpenLoop(null, 500, achieved, p99, Map.of("read", latency), null);
        lines.add(Lines.sustained(lines.remove(lines.size() - 1), List.of(load)));
    }

    private void add(double readRatio, Configuration configuration, int repeat, double throughput) {
        lines.add(Lines.measured(
                new PlannedTrial(Workload.ofReadRatio(readRatio), configuration, repeat),
                throughput,
                Instant.ofEpochSecond(1_800_000_000L + 60L * lines.size()).toString()));
    }
}
