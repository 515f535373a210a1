package io.rafiki.trainer.screening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.Configuration;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.report.ScreeningPage;
import io.rafiki.trainer.report.text.ScreeningFormatter;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A screening of a made-up node, whose throughput is known, from its trials to its report. */
class ScreeningFolderTest extends ScreeningCase {

    /**
     * Compaction and concurrent_reads matter each at one read ratio; where memtables are matters only when all else varies, as far as their
     * space goes; the rest does nothing.
     */
    @Test
    void findsWhatMattersAndWritesTheCampaign() throws Exception {
        write(1.0);

        List<String> lines = analyse();

        JsonNode result =
                new JsonMapper().readTree(folder.resolve("screen.json").toFile());
        List<String> keys = new ArrayList<>();
        result.get("keys").forEach(key -> keys.add(key.asText()));
        assertThat(keys).containsExactlyInAnyOrder("compaction", "concurrent_reads", "memtable_allocation_type");
        JsonNode compaction = result.get("knobs").get(0);
        assertThat(compaction.get("name").asText()).isEqualTo("compaction");
        assertThat(compaction.get("reason").asText()).isEqualTo("alone and among others");
        assertThat(compaction.get("alone").get(0).get("f").asDouble()).isGreaterThan(50);
        assertThat(compaction.get("effects").get(0).at("/gain/mean").asDouble()).isBetween(-0.5, -0.3);
        assertThat(result.get("noise").get(0).get("variation").asDouble()).isBetween(0.003, 0.03);
        assertThat(String.join("\n", lines))
                .contains("Screening made-up: 140 of 140 trials measured, 8 knobs.")
                .contains("Key here and in the paper: compaction\n")
                .contains("Key in the paper only: concurrent_writes, memtable_cleanup_threshold\n")
                .contains("Key in the paper, not screened here: file_cache_size, concurrent_compactors");
        CampaignPlan campaign = CampaignPlan.read(folder.resolve("campaign.yaml"));
        assertThat(campaign.space(catalogue()).names())
                .isEqualTo("compaction, concurrent_reads, memtable_allocation_type");
        assertThat(campaign.trials()).isEqualTo(200);
        assertThat(campaign.conditions()).isEqualTo(design(PLAN).plan().conditions());
        assertThat(Files.readString(folder.resolve("campaign.yaml")))
                .contains("# Set at start only: memtable_allocation_type.");
    }

    /** Reads and scans, by a protocol without open loops. All knobs but one vary in the two-level design only. */
    @Test
    void aSustainedScreeningOfScansHasEffectsWithoutValuesAlone() throws Exception {
        String text = PLAN.replace(
                        "read_ratios: [0.1, 0.9]", "workloads: [{read_ratio: 0.1}, {read_ratio: 0.9, scan_share: 1}]")
                .replace("  levels", "  alone: [compaction]\n  levels")
                .replace(
                        "time: {warm_up: 2s, measurement: 5s}",
                        "protocol: sustained\n"
                                + "time: {ageing: {turnover: 1, max: 30s}, measurement: 30s, open_loop: 0s}");
        write(text, 1.0);

        List<String> lines = analyse();

        // per workload: two other values of compaction, twice, 24 runs, 6 times the default
        assertThat(lines)
                .contains("Screening made-up: 68 of 68 trials measured, 8 knobs.")
                .anyMatch(line -> line.startsWith("90 % reads, scan share 1.00: baseline "))
                .anyMatch(line -> line.matches(
                        "\\(-\\) concurrent_reads +among others( +-){4} +\\+\\d+ \\[\\d+, \\d+] +< 0\\.001 +live"));
        ScreeningResult screen = screening().screen();
        assertThat(screen.keys())
                .containsExactlyInAnyOrder("compaction", "concurrent_reads", "memtable_allocation_type");
        for (KnobResult knob : screen.knobs()) {
            boolean isAlone = knob.name().equals("compaction");
            assertThat(knob.alone()).as(knob.name()).hasSize(isAlone ? 2 : 0);
            assertThat(knob.effects()).as(knob.name()).hasSize(2);
            assertThat(knob.reason()).as(knob.name()).isNotEqualTo("not measured");
            assertThat(knob.alone()).as("adjusted for two tests").allSatisfy(found -> assertThat(found.adjusted())
                    .isLessThanOrEqualTo(2 * found.p()));
        }
        CampaignPlan campaign = CampaignPlan.read(folder.resolve("campaign.yaml"));
        assertThat(campaign.conditions()).isEqualTo(design(text).plan().conditions());
        Workload scans = Workload.ofReadRatio(0.9).with(WorkloadFeature.SCAN_SHARE, 1);
        assertThat(campaign.defaults().workloads())
                .containsExactly(
                        Workload.ofReadRatio(0.1), Workload.ofReadRatio(0.5), Workload.ofReadRatio(0.9), scans);
        assertThat(campaign.workloads().ranges()).containsKey(WorkloadFeature.SCAN_SHARE);
    }

    /** A campaign draws its operations, so it has their key distribution but not their other properties. */
    @Test
    void theCampaignHasTheKeysOfTheScreenedOperations() throws Exception {
        String text = PLAN.replace("read_ratios: [0.1, 0.9]", "read_ratios: [0.9]")
                .replace(
                        "client: {threads: 4}",
                        "client: {threads: 4, distribution: zipfian, properties: {readproportion: 0.9,"
                                + " updateproportion: 0.1, insertproportion: 0, requestdistribution: uniform,"
                                + " rafiki.reuse.mean: 50, rafiki.reuse.fresh: 0.01}}");
        write(text, 1.0);
        analyse();
        Path campaign = folder.resolve("campaign.yaml");
        TrialConditions conditions = CampaignPlan.read(campaign).conditions();
        assertThat(conditions.reuseDistance()).contains(50.0);
        assertThat(conditions.properties()).isEmpty();
        assertThat(campaign)
                .content()
                .doesNotContain("distribution:")
                .contains("# Without these properties of the screening, which drawn trials cannot have:"
                        + " rafiki.reuse.fresh.\n");

        design(text.replace("distribution: zipfian", "reuse_distance: 7")
                .replace(" requestdistribution: uniform, rafiki.reuse.mean: 50, rafiki.reuse.fresh: 0.01", "")
                .replace("insertproportion: 0,", "requestdistribution: latest"));
        analyse();
        conditions = CampaignPlan.read(campaign).conditions();
        assertThat(conditions.reuseDistance()).isEmpty();
        assertThat(conditions.distribution()).isEqualTo("latest");
        assertThat(campaign).content().doesNotContain("# Without");
    }

    @Test
    void noiseAloneMakesNoKeyKnob() throws Exception {
        write(0);

        assertThat(analyse())
                .contains("No knob exceeds the noise: no campaign is written. Measure longer, or add replicates.");
        assertThat(folder.resolve("campaign.yaml")).doesNotExist();
    }

    @Test
    void anEditedCampaignIsKept() throws Exception {
        write(1.0);
        Path campaign = folder.resolve("campaign.yaml");
        assertThat(analyse()).last().isEqualTo("Campaign of the key knobs: " + campaign);
        String written = Files.readString(campaign);
        String edited = written.replace("  memtable_allocation_type: {}\n", "").replace("trials: 200", "trials: 100");
        assertThat(edited).isNotEqualTo(written);
        Files.writeString(campaign, edited);

        String kept = campaign + ": the edited campaign is kept. To replace it, move the file and repeat the command.";
        assertThat(analyse()).last().isEqualTo(kept);
        assertThat(campaign).hasContent(edited);
        Files.delete(folder.resolve("trials.jsonl"));
        write(0);
        assertThat(analyse())
                .endsWith(
                        "No knob exceeds the noise: no campaign is written. Measure longer, or add replicates.", kept);
        assertThat(campaign).hasContent(edited);
    }

    @Test
    void aCampaignWithoutEditsIsReplaced() throws Exception {
        write(1.0);
        Path campaign = folder.resolve("campaign.yaml");
        Path file = folder.resolve("trials.jsonl");
        List<String> all = Files.readAllLines(file);
        Files.write(file, all.subList(0, 130));
        analyse();
        assertThat(campaign).content().contains(" by 130 trials ");

        Files.write(file, all);
        analyse();
        assertThat(campaign).content().contains(" by 140 trials ");

        Files.delete(file);
        write(0);
        analyse();
        assertThat(campaign).doesNotExist();
    }

    @Test
    void anUnfinishedScreeningCanBeLookedAt() throws Exception {
        write(1.0);
        Path file = folder.resolve("trials.jsonl");
        List<String> all = Files.readAllLines(file);
        Files.write(file, all.subList(0, 100));

        assertThat(analyse()).contains("Screening made-up: 100 of 140 trials measured, 8 knobs.");

        Files.write(file, all.subList(0, 3));
        assertThatThrownBy(() -> analyse())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("expected at least 2 valid baseline trials");
        Files.delete(file);
        assertThatThrownBy(() -> analyse())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + ": expected valid trials of a screening, found none.");
    }

    /** With which value no node starts is a finding, and costs the other knobs nothing. */
    @Test
    void aLevelThatAlwaysFailsIsNamedAndTheOthersAreAnalysed() throws Exception {
        write(1.0);
        Object most = 64L;
        List<Trial> lines = new ArrayList<>();
        for (Trial line : Trials.read(folder.resolve("trials.jsonl"))) {
            boolean refused = String.valueOf(line.proposed().get("commitlog_segment_size"))
                    .equals(String.valueOf(most));
            lines.add(refused ? Lines.ended(line.id(), TrialStatus.FAILED, "node: no such segments") : line);
        }
        rewrite(lines);

        List<String> said = analyse();

        assertThat(said)
                .contains("Failed: 2 x 10 % reads, commitlog_segment_size=64: node: no such segments")
                .contains("Failed: 2 x 90 % reads, commitlog_segment_size=64: node: no such segments");
        JsonNode result =
                new JsonMapper().readTree(folder.resolve("screen.json").toFile());
        for (JsonNode knob : result.get("knobs")) {
            assertThat(knob.get("effects"))
                    .as(knob.get("name").asText())
                    .hasSize(knob.get("name").asText().equals("commitlog_segment_size") ? 0 : 2);
        }
        assertThat(screening().screen().failed())
                .contains(
                        new FailedTrials(
                                2, Workload.ofReadRatio(0.1), "commitlog_segment_size=64", "node: no such segments"),
                        new FailedTrials(
                                2, Workload.ofReadRatio(0.9), "commitlog_segment_size=64", "node: no such segments"));
    }

    /** A load that never becomes stationary: the trial is named, and the others are analysed without it. */
    @Test
    void whatIsDisturbedEachTimeIsNamed() throws Exception {
        List<Trial> lines = written();
        Trial last = lines.remove(lines.size() - 1);
        lines.add(Lines.ended(last.id(), TrialStatus.DISTURBED, "throughput was not stationary"));
        lines.add(Lines.ended(last.id(), TrialStatus.DISTURBED, "throughput was not stationary"));
        rewrite(lines);

        assertThat(analyse())
                .contains("Screening made-up: 139 of 140 trials measured, 8 knobs.")
                .anyMatch(line -> line.startsWith("Failed: 1 x ") && line.endsWith(": throughput was not stationary"));
    }

    private List<Trial> written() throws Exception {
        write(1.0);
        return new ArrayList<>(Trials.read(folder.resolve("trials.jsonl")));
    }

    @Test
    void aFailedTrialThatWasMeasuredLaterIsNotListed() throws Exception {
        List<Trial> lines = written();
        Trial last = lines.remove(lines.size() - 1);
        lines.add(Lines.ended(last.id(), TrialStatus.FAILED, "node: no such segments"));
        rewrite(lines);
        assertThat(ScreeningPage.html(screening().screen()))
                .contains("Failed trials without a later measurement", "node: no such segments");

        lines.add(last);
        rewrite(lines);
        assertThat(ScreeningPage.html(screening().screen()))
                .contains("No trial failed without a later measurement.")
                .doesNotContain("node: no such segments");
    }

    /** What only the default was measured of has no figures: "no effect" would be a lie. */
    @Test
    void whatWasNotMeasuredHasNoFigures() throws Exception {
        write(1.0);
        List<Trial> lines = Trials.read(folder.resolve("trials.jsonl")).stream()
                .filter(line -> line.proposed().get("compaction").equals("SizeTiered")
                        || line.workload().features().readRatio() > 0.5)
                .toList();
        rewrite(lines);

        String said = String.join("\n", analyse());

        assertThat(said.lines().filter(line -> line.contains("compaction ")).findFirst())
                .hasValueSatisfying(line -> assertThat(line).containsPattern("compaction .* - +- +- +- "));
        assertThat(screening().screen().knobs())
                .filteredOn(knob -> knob.name().equals("compaction"))
                .singleElement()
                .satisfies(knob -> assertThat(knob.alone())
                        .extracting(KnobAnova::isMeasured)
                        .containsExactly(false, true));
    }

    /** The second half of the screening is measured on another machine, a third faster. */
    @Test
    void correctsTheDifferenceOfAnotherMachine() throws Exception {
        write(1.0);
        List<Trial> lines = new ArrayList<>(Trials.read(folder.resolve("trials.jsonl")));
        for (int i = 70; i < lines.size(); i++) {
            lines.set(i, Lines.on("a faster processor", lines.get(i)).times(1.33));
        }
        rewrite(lines);

        assertThat(String.join("\n", analyse()))
                .contains("Drift: the machine drifted (12 baseline trials; 2 sessions: p < 0.001");

        JsonNode result =
                new JsonMapper().readTree(folder.resolve("screen.json").toFile());
        assertThat(result.get("noise").get(0).get("variation").asDouble()).isBetween(0.003, 0.03);
        assertThat(result.get("keys"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrder("compaction", "concurrent_reads", "memtable_allocation_type");
    }

    @Test
    void aCollectorIsDoneWhenAllAreMeasured() throws Exception {
        write(1.0);
        List<Trial> lines = Trials.read(folder.resolve("trials.jsonl"));
        CampaignPlan plan = CampaignPlan.read(folder.resolve("plan.yaml"));
        TrialSource source = ScreeningFolder.source(plan, plan.space(catalogue()));
        assertThat(source.account(lines)).isEqualTo(new TrialSource.Account(140, 140, 0));
        assertThat(source.next(lines.subList(0, 139))).hasSize(1);
    }

    private ScreeningFolder screening() {
        return new ScreeningFolder(folder, CATALOGUE);
    }

    private List<String> analyse() throws IOException, ConfigException {
        ScreeningResult screen = screening().screen();
        new JsonMapper().writeValue(folder.resolve("screen.json").toFile(), ScreeningFormatter.details(screen));
        return ScreeningFormatter.lines(screen, screening().writeCampaign(screen));
    }

    private void rewrite(List<Trial> lines) throws IOException {
        Path file = folder.resolve("trials.jsonl");
        Files.delete(file);
        Trials trials = new Trials(file);
        for (Trial line : lines) {
            trials.append(line);
        }
    }

    /** @param strength of every effect; 0 leaves noise of 1 % */
    private void write(double strength) throws Exception {
        write(PLAN, strength);
    }

    private void write(String plan, double strength) throws Exception {
        List<PlannedTrial> trials = design(plan).trials();
        Trials file = new Trials(folder.resolve("trials.jsonl"));
        Random random = new Random(11);
        for (int i = 0; i < trials.size(); i++) {
            PlannedTrial trial = trials.get(i);
            double throughput = 5000
                    * (1 + strength * effect(trial.workload().readRatio(), trial.configuration()))
                    * (1 + 0.01 * random.nextGaussian());
            file.append(Lines.measured(
                    trial,
                    throughput,
                    Instant.ofEpochSecond(1_800_000_000L + 60L * i).toString()));
        }
    }

    private static double effect(double readRatio, Configuration configuration) {
        Map<String, Object> values = new HashMap<>(configuration.toMap());
        double effect = 0;
        if (readRatio < 0.5) {
            effect -= values.get("compaction").equals("Leveled") ? 0.4 : 0;
        } else {
            effect += 0.3 * ((Long) values.get("concurrent_reads") - 32) / 56.0;
        }
        if (!values.get("memtable_allocation_type").equals("heap_buffers")
                && !values.get("memtable_offheap_space").equals(128L)) {
            effect += 0.1;
        }
        return effect;
    }
}
