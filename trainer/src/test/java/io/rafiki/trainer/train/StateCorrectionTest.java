package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.StatUtils;
import org.junit.jupiter.api.Test;

/** Trials of tables whose files grow from 200 to 800 MiB, and shrink again; each trial meets four states by chance. */
class StateCorrectionTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new RealKnob("memtable_cleanup_threshold", "", 0.05, 0.7, 0.333333)));
    private static final Path CAMPAIGN = Path.of("../conf/campaigns/cassandra-5.0-2core-sustained");

    private final Random random = new Random(1);

    /** Larger memtables double the files over the knob's range, and each trial has its own speed. */
    @Test
    void correctedRatesAreNearerToThoseOfAllStates() {
        List<Trial> lines = new ArrayList<>();
        List<Double> truths = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            double threshold = 0.05 + 0.65 * random.nextDouble();
            double scale = 1 + threshold;
            double speed = Math.exp(0.3 * random.nextGaussian());
            double[] sizes = sizes(scale);
            lines.add(trial(i, threshold, sizes, size -> disk(size) / speed));
            truths.add(speed / disk(500 * scale));
        }
        StateCorrection correction = StateCorrection.of(lines);
        assertThat(correction.isShown()).isTrue();
        assertThat(correction.sentence())
                .isEqualTo(
                        "the rates of 60 of 60 trials are corrected to the sstable size expected of their configurations.");
        assertThat(error(correction.lines(), truths)).isLessThan(0.5 * error(lines, truths));
    }

    @Test
    void aRateThatDoesNotDependOnTheFilesStays() {
        List<Trial> lines = IntStream.range(0, 30)
                .mapToObj(i -> trial(i, 0.3, sizes(1), size -> 1e-3 * Math.exp(0.02 * random.nextGaussian())))
                .toList();
        assertRatesStay(lines, 0.03);
    }

    /** The files of each trial have a size of their own that no knob explains, and hardly differ between its states. */
    @Test
    void aPredictionThatIsOftenWrongHardlyCounts() {
        List<Trial> lines = IntStream.range(0, 30)
                .mapToObj(i -> {
                    double scale = Math.exp(0.5 * random.nextGaussian());
                    double[] sizes = Arrays.stream(new double[] {490, 497, 503, 510})
                            .map(size -> size * scale)
                            .toArray();
                    return trial(i, 0.3, sizes, StateCorrectionTest::disk);
                })
                .toList();
        assertRatesStay(lines, 0.01);
    }

    /** One trial met large files only. Its rate is at most that of its fastest state. */
    @Test
    void aCorrectedRateIsOneThatAStateHad() {
        List<Trial> lines = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            lines.add(trial(i, 0.3, sizes(1), StateCorrectionTest::disk));
        }
        lines.add(trial(30, 0.3, new double[] {2_000, 2_010, 2_020, 2_030}, StateCorrectionTest::disk));
        Trial last = StateCorrection.of(lines).lines().get(30);
        assertThat(rate(last)).isBetween(rate(lines.get(30)), 1 / disk(2_000) + 0.1);
    }

    @Test
    void fewTrialsWithOneCompactionStay() {
        List<Trial> lines = IntStream.range(0, 7)
                .mapToObj(i -> trial(i, 0.3, sizes(1), StateCorrectionTest::disk))
                .toList();
        StateCorrection correction = StateCorrection.of(lines);
        assertThat(correction.isShown()).isFalse();
        assertThat(correction.lines()).isEqualTo(lines);
    }

    @Test
    void otherLinesStayInTheirPlace() {
        List<Trial> lines = new ArrayList<>();
        lines.add(Lines.ended("x", TrialStatus.FAILED, "made up"));
        for (int i = 0; i < 20; i++) {
            lines.add(trial(i, 0.3, sizes(1), StateCorrectionTest::disk));
        }
        lines.add(Lines.measured("short"));
        StateCorrection correction = StateCorrection.of(lines);
        assertThat(correction.account()).isEqualTo("20 of 21 trials");
        assertThat(correction.lines())
                .extracting(Trial::id)
                .containsExactlyElementsOf(lines.stream().map(Trial::id).toList());
        assertThat(correction.lines().get(0)).isSameAs(lines.get(0));
        assertThat(correction.lines().get(21)).isSameAs(lines.get(21));
    }

    /** Real trials on several machines: the baseline at 90 % reads, with and without range reads. */
    @Test
    void theBaselinesOfTheShippedCampaignDifferLess() throws Exception {
        List<Trial> lines = Trials.read(CAMPAIGN.resolve(Trials.FILE));
        Map<String, Object> baseline = lines.get(0).proposed();
        Map<Workload, Double> before = variations(lines, baseline);
        Map<Workload, Double> after = variations(StateCorrection.of(lines).lines(), baseline);
        assertThat(before.keySet())
                .filteredOn(workload -> workload.readRatio() == 0.9)
                .hasSize(2)
                .allSatisfy(workload -> assertThat(after.get(workload))
                        .as("%s: %s before", workload, before.get(workload))
                        .isLessThan(0.6 * before.get(workload)));
    }

    private static void assertRatesStay(List<Trial> lines, double tolerance) {
        List<Trial> corrected = StateCorrection.of(lines).lines();
        for (int i = 0; i < lines.size(); i++) {
            assertThat(rate(corrected.get(i)) / rate(lines.get(i))).isCloseTo(1, within(tolerance));
        }
    }

    /** Coefficients of variation. */
    private static Map<Workload, Double> variations(List<Trial> lines, Map<String, Object> baseline) {
        return lines.stream()
                .filter(trial -> trial.isOk() && trial.proposed().equals(baseline))
                .collect(Collectors.groupingBy(
                        trial -> trial.workload().features(),
                        Collectors.collectingAndThen(Collectors.toList(), trials -> {
                            double[] rates = trials.stream()
                                    .mapToDouble(StateCorrectionTest::rate)
                                    .toArray();
                            return Math.sqrt(StatUtils.variance(rates)) / StatUtils.mean(rates);
                        })));
    }

    /** Four states by chance, of files between 200 and 800 MiB. */
    private double[] sizes(double scale) {
        return random.doubles(4, 200 * scale, 800 * scale).toArray();
    }

    private static Trial trial(int number, double threshold, double[] sizes, DoubleUnaryOperator seconds) {
        double[] times = Arrays.stream(sizes).map(seconds).toArray();
        PlannedTrial planned = new PlannedTrial(
                Workload.ofReadRatio(0.9),
                SPACE.configuration(Map.of("compaction", "SizeTiered", "memtable_cleanup_threshold", threshold)),
                number);
        Trial line = Lines.measured(planned, 1 / StatUtils.mean(times), "2026-01-01T00:00:00Z");
        return Lines.withStates(line, Arrays.stream(times).map(time -> 1 / time).toArray(), sizes);
    }

    /** Seconds per operation of a node that waits for its disk. */
    private static double disk(double sizeMib) {
        return 1.7e-6 * sizeMib;
    }

    private static double rate(Trial trial) {
        return trial.throughput().mean();
    }

    /** Root mean square of the logarithms. */
    private static double error(List<Trial> trials, List<Double> truths) {
        return Math.sqrt(IntStream.range(0, truths.size())
                .mapToDouble(i -> Math.pow(Math.log(rate(trials.get(i)) / truths.get(i)), 2))
                .average()
                .orElseThrow());
    }
}
