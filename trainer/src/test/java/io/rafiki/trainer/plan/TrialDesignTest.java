package io.rafiki.trainer.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialDesignTest {

    @TempDir
    private Path folder;

    @Test
    void theSamePlanGivesTheSameTrialsInTheSameOrder() throws Exception {
        assertThat(ids(trials("seed: 7", "seed: 7")))
                .isEqualTo(ids(trials("seed: 7", "seed: 7")))
                .doesNotHaveDuplicates()
                .allMatch(id -> id.matches("[0-9a-f]{12}"));
    }

    /** trials.jsonl stores the ids. A changed id would restart every campaign. */
    @Test
    void anIdFollowsFromReadRatioConfigurationAndRepeatOnly() throws Exception {
        PlannedTrial first = trials("seed: 7", "seed: 7").get(0);
        assertThat(first.workload().readRatio()).isEqualTo(0.1);
        assertThat(first.isDefault()).isTrue();
        assertThat(first.id()).isEqualTo("79c97ca01394");
        assertThat(new PlannedTrial(Workload.ofReadRatio(0.1), first.configuration(), 1).id())
                .isNotEqualTo(first.id());
        assertThat(new PlannedTrial(Workload.ofReadRatio(0.2), first.configuration(), 0).id())
                .isNotEqualTo(first.id());
        assertThat(new PlannedTrial(
                                Workload.ofReadRatio(0.1), first.configuration().with("concurrent_reads", 9), 0)
                        .id())
                .isNotEqualTo(first.id());
    }

    @Test
    void anotherSeedGivesOtherTrials() throws Exception {
        List<String> drawn = ids(drawn(trials("seed: 7", "seed: 7")));
        assertThat(ids(drawn(trials("seed: 7", "seed: 8")))).doesNotContainAnyElementsOf(drawn);
    }

    /** Machines drift: an order that follows the sequence would confound that with a knob. */
    @Test
    void theOrderIsNotThatOfTheSequence() throws Exception {
        CampaignPlan plan = PlanText.read(folder, PlanText.TEXT);
        ScrambledSobol sobol = new ScrambledSobol(5, 7);
        List<Double> inSequence = IntStream.range(0, 16)
                .mapToObj(i -> Math.round((0.2 + 0.6 * sobol.next()[4]) * 100) / 100.0)
                .toList();
        List<Double> run = drawn(plan.trials(plan.space(PlanText.catalogue()))).stream()
                .map(trial -> trial.workload().readRatio())
                .toList();
        assertThat(run).containsExactlyInAnyOrderElementsOf(inSequence).isNotEqualTo(inSequence);
    }

    @Test
    void defaultsStandEvenlyAmongTheOthers() throws Exception {
        List<PlannedTrial> trials = trials("seed: 7", "seed: 7");
        assertThat(trials).hasSize(20);
        List<Integer> places = IntStream.range(0, trials.size())
                .filter(i -> trials.get(i).isDefault())
                .boxed()
                .toList();
        assertThat(places).containsExactly(0, 5, 10, 15);
        assertThat(places.stream().map(i -> trials.get(i).workload().readRatio()))
                .containsExactly(0.1, 0.9, 0.1, 0.9);
    }

    /** How noisy the machine is must be known before much is spent on it. */
    @Test
    void ofManyDefaultsTwoAtEachReadRatioComeFirst() throws Exception {
        List<PlannedTrial> trials = trials("repeats: 2", "repeats: 4");
        List<Integer> places = IntStream.range(0, trials.size())
                .filter(i -> trials.get(i).isDefault())
                .boxed()
                .toList();
        assertThat(places).containsExactly(0, 1, 2, 3, 4, 9, 14, 19);
        assertThat(trials("repeats: 2", "repeats: 3").subList(0, 4)).allMatch(PlannedTrial::isDefault);
        assertThat(trials).doesNotHaveDuplicates();
    }

    @Test
    void bothEndsOfEveryRangeAreMeasuredAndNothingBeyond() throws Exception {
        List<PlannedTrial> drawn = drawn(trials("seed: 7", "seed: 7"));
        assertThat(values(drawn, "concurrent_reads")).contains(8L, 64L).allMatch(v -> (long) v >= 8 && (long) v <= 64);
        assertThat(values(drawn, "file_cache_size")).contains(64L, 128L, "off");
        assertThat(values(drawn, "memtable_cleanup_threshold")).contains(0.05, 0.7);
        assertThat(values(drawn, "compaction"))
                .containsOnly("Leveled", "SizeTiered")
                .contains("Leveled", "SizeTiered");
        assertThat(drawn)
                .allMatch(trial ->
                        trial.workload().readRatio() >= 0.2 && trial.workload().readRatio() <= 0.8);
    }

    /** With 640 MiB of heap, 1100 MiB leave 140 MiB for the cache. */
    @Test
    void drawsOnlyWhatTheConstraintsAllow() throws Exception {
        KnobCatalogue limited =
                KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 640).memory(1100));
        CampaignPlan wide = PlanText.read(
                folder, PlanText.TEXT.replace("file_cache_size: {max: 128}", "file_cache_size: {max: 320}"));
        List<PlannedTrial> trials = wide.trials(wide.space(limited));
        assertThat(trials).hasSize(20).allSatisfy(trial -> assertThat(trial.configuration()
                        .space()
                        .broken(trial.configuration().codes()))
                .isEmpty());
        assertThat(values(trials, "file_cache_size"))
                .anyMatch(size -> size instanceof Long number && number > 100)
                .noneMatch(size -> size instanceof Long number && number > 140);

        CampaignPlan written = PlanText.read(
                folder,
                PlanText.TEXT.replace("file_cache_size: {max: 128}", "file_cache_size: {max: 320}")
                        + "configurations: [{read_ratios: [0.3], values: {file_cache_size: 141}}]");
        assertThatThrownBy(() -> written.trials(written.space(limited)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "plan.yaml:16: configurations[0].values: expected a configuration that satisfies the constraint heap +"
                                + " file_cache_size + 320 <= memory unless file_cache_size is off, heap=640, memory=1100");
    }

    @Test
    void reportsAnAlmostEmptyFeasibleSet() throws Exception {
        Path file = folder.resolve("catalogue.yaml");
        Files.writeString(
                file,
                Files.readString(Path.of("../conf/knobs/cassandra-5.0.yaml"))
                        + "  - {sum: 999, max: concurrent_reads, description: Because.}\n");
        KnobCatalogue impossible = KnobCatalogue.read(file, new NodeResources(2, 512));
        CampaignPlan plan = PlanText.read(folder, PlanText.TEXT);
        assertThatThrownBy(() -> plan.trials(plan.space(impossible)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "plan.yaml:13: knobs.concurrent_reads: expected a range of which constraints leave"
                                + " at least one part in 1000, found less: 999 <= concurrent_reads (Because.)");
    }

    @Test
    void explicitConfigurationsHaveTheirNumberOfReplicates() throws Exception {
        CampaignPlan plan = PlanText.read(
                folder,
                PlanText.TEXT
                        + "configurations: [{read_ratios: [0.3, 0.4], repeats: 2, values: {concurrent_reads: 9,"
                        + " compaction: Leveled}}]");
        List<PlannedTrial> written = plan.trials(plan.space(PlanText.catalogue())).stream()
                .filter(trial -> trial.configuration()
                        .toMap()
                        .entrySet()
                        .containsAll(Map.<String, Object>of(
                                        "concurrent_reads", 9L, "compaction", "Leveled", "file_cache_size", "off")
                                .entrySet()))
                .toList();
        assertThat(written.stream().map(trial -> trial.workload().readRatio() + "/" + trial.repeat()))
                .containsExactlyInAnyOrder("0.3/0", "0.3/1", "0.4/0", "0.4/1");
    }

    @Test
    void aRangeOfScanSharesIsOneMoreAxis() throws Exception {
        List<PlannedTrial> drawn = drawn(trials(
                "read_ratio: {min: 0.2, max: 0.8}",
                "read_ratio: {min: 0.2, max: 0.8}\nscan_share: {min: 0.1, max: 0.3}"));
        List<Double> shares = drawn.stream()
                .map(trial -> trial.workload().value(WorkloadFeature.SCAN_SHARE))
                .toList();
        assertThat(shares)
                .allMatch(
                        share -> share >= 0.1 && share <= 0.3 && Math.abs(500 * share - Math.rint(500 * share)) < 1e-9)
                .anyMatch(share -> share < 0.15)
                .anyMatch(share -> share > 0.25);
        assertThat(shares).doesNotHaveDuplicates();
        assertThat(ids(drawn)).doesNotHaveDuplicates();
    }

    @Test
    void aShareOfTheTrialsHasNoRangeReads() throws Exception {
        List<Workload> drawn = drawn(trials(
                        "read_ratio: {min: 0.2, max: 0.8}",
                        "read_ratio: {min: 0.2, max: 0.8}\nscan_share: {min: 0.1, max: 0.3, absent: 0.5}"))
                .stream()
                .map(PlannedTrial::workload)
                .toList();
        List<Double> shares = drawn.stream()
                .map(workload -> workload.value(WorkloadFeature.SCAN_SHARE))
                .toList();
        assertThat(shares.stream().filter(share -> share == 0).count()).isCloseTo(shares.size() / 2, within(1L));
        assertThat(shares.stream().filter(share -> share > 0))
                .allMatch(share -> share >= 0.1 && share <= 0.3)
                .anyMatch(share -> share < 0.15)
                .anyMatch(share -> share > 0.25);
        assertThat(drawn.stream().filter(workload -> workload.value(WorkloadFeature.SCAN_SHARE) == 0))
                .allMatch(workload -> workload.equals(Workload.ofReadRatio(workload.readRatio())));
    }

    @Test
    void withoutRangeReadsThePlanIsTheSame() throws Exception {
        String reads = "read_ratio: {min: 0.2, max: 0.8}";
        assertThat(ids(trials(reads, reads + "\nscan_share: {min: 0, max: 0}"))).isEqualTo(ids(trials(reads, reads)));
        List<PlannedTrial> fixed = drawn(trials(reads, reads + "\nscan_share: {min: 0.2, max: 0.2}"));
        assertThat(fixed).allMatch(trial -> trial.workload().value(WorkloadFeature.SCAN_SHARE) == 0.2);
        assertThat(fixed.stream().map(trial -> trial.workload().readRatio()))
                .containsExactlyElementsOf(drawn(trials(reads, reads)).stream()
                        .map(trial -> trial.workload().readRatio())
                        .toList());
        assertThat(ids(fixed)).doesNotContainAnyElementsOf(ids(drawn(trials(reads, reads))));
    }

    @Test
    void aListOfScanSharesIsCombinedWithTheReadRatios() throws Exception {
        CampaignPlan plan = PlanText.read(
                folder,
                PlanText.TEXT.replace("read_ratios: [0.1, 0.9],", "read_ratios: [0.1, 0.9], scan_shares: [0, 0.2],"));
        assertThat(plan.defaults().workloads())
                .containsExactly(
                        Workload.ofReadRatio(0.1),
                        Workload.ofReadRatio(0.1).with(WorkloadFeature.SCAN_SHARE, 0.2),
                        Workload.ofReadRatio(0.9),
                        Workload.ofReadRatio(0.9).with(WorkloadFeature.SCAN_SHARE, 0.2));
        assertThat(plan.trials(plan.space(PlanText.catalogue()))).hasSize(24);
    }

    /** One fifth of the draws is special, or half where the default is; the rest is even over the range. */
    @Test
    void specialValuesGetTheirShare() {
        assertThat(draws(new IntegerKnob("rate", "MiB/s", 1, 4, Map.of("unlimited", 0L), 2)))
                .containsExactly(new double[] {200, 200, 200, 200, 200}, within(1.0));
        assertThat(draws(new IntegerKnob("size", "MiB", 1, 4, Map.of("off", 0L), 0)))
                .containsExactly(new double[] {500, 125, 125, 125, 125}, within(1.0));
    }

    /** How often each of the codes 0 to 4 is drawn from a thousand even places. */
    private static double[] draws(Knob knob) {
        double[] counts = new double[5];
        for (int i = 0; i < 1000; i++) {
            counts[(int) TrialDesign.code(knob, i / 1000.0)]++;
        }
        return counts;
    }

    /** A digital shift keeps what makes a Sobol sequence even: of 2^k points each 2^-k part of every axis holds one. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 20171211})
    void everyAxisIsCoveredEvenly(long seed) {
        ScrambledSobol sobol = new ScrambledSobol(8, seed);
        int[][] hits = new int[8][32];
        for (int i = 0; i < 32; i++) {
            double[] point = sobol.next();
            for (int axis = 0; axis < 8; axis++) {
                hits[axis][(int) (point[axis] * 32)]++;
            }
        }
        for (int[] axis : hits) {
            assertThat(axis).containsOnly(1);
        }
    }

    private List<PlannedTrial> trials(String part, String other) throws Exception {
        return PlanText.trials(folder, part, other);
    }

    private static List<PlannedTrial> drawn(List<PlannedTrial> trials) {
        return trials.stream().filter(trial -> !trial.isDefault()).toList();
    }

    private static List<String> ids(List<PlannedTrial> trials) {
        return trials.stream().map(PlannedTrial::id).toList();
    }

    private static List<Object> values(List<PlannedTrial> trials, String knob) {
        return trials.stream().map(trial -> trial.configuration().get(knob)).toList();
    }
}
