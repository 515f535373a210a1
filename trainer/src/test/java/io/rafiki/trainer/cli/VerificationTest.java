package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.analysis.VerificationPlan;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** On the campaign and the model that come with this installation. */
class VerificationTest {

    private static final Path CAMPAIGN = Path.of("../conf/campaigns/cassandra-5.0-2core");
    private static final String CATALOGUE = "../conf/knobs/cassandra-5.0.yaml";

    @TempDir
    private Path folder;

    @RegisterExtension
    final CheckoutCommand rafiki = new CheckoutCommand();

    @Test
    void writesAPlanThatMeasuresEachContenderAsOftenAsTheDefaultInRounds() throws Exception {
        Path file = folder.resolve("verification/plan.yaml");
        String printed = verify(file.getParent());

        CampaignPlan plan = CampaignPlan.read(file);
        KnobSpace space = plan.space(KnobCatalogue.read(Path.of(CATALOGUE), new NodeResources(2, 400).memory(1000)));
        List<PlannedTrial> trials = plan.trials(space);
        assertThat(plan.named()).allSatisfy(named -> assertThat(named.repeats()).isEqualTo(10));
        assertThat(plan.named().stream().map(CampaignPlan.Named::label))
                .anyMatch(label -> label.contains("Rafiki"))
                .anyMatch(label -> label.contains("paper's recipe"))
                .anyMatch(label -> label.contains("plain Leveled strategy"))
                .anyMatch(label -> label.contains("plain Unified(L10) strategy"))
                .anyMatch(label -> label.contains("plain Unified(T4) strategy"))
                .anyMatch(label -> label.equals("cassandra_latest.yaml (concurrent_compactors 4 for 8)"))
                .anyMatch(label -> label.matches("best of 2[45] others"));
        // cassandra_latest.yaml has 8 compactors, of which the catalogue allows 4 on two cores, and a compaction that
        // the campaign left out
        assertThat(plan.named().stream()
                        .filter(named -> named.label().startsWith("cassandra_latest.yaml"))
                        .map(named -> space.configuration(named.values()).toMap()))
                .hasSize(3)
                .allSatisfy(values -> assertThat(values)
                        .containsEntry("compaction", "Unified(T4)")
                        .containsEntry("concurrent_compactors", 4L));
        assertRounds(trials, 10);
        assertThat(printed)
                .contains("90 % reads:", "50 % reads:", "10 % reads:")
                .contains(new HashSet<>(trials).size() + " trials, plan: " + file);

        String edited = Files.readString(file).replace("seed: 1", "seed: 2");
        Files.writeString(file, edited);
        verify(file.getParent());
        assertThat(file).hasContent(edited);
    }

    @Test
    void aSuggestionForNoKnobIsNamedWithItsLine() throws Exception {
        Path suggested = Files.writeString(folder.resolve("suggested.yaml"), "# theirs\nconcurrent_reeds: 8\n");
        assertThatThrownBy(() -> new VerificationPlan(
                                CAMPAIGN,
                                InstallPaths.model(CAMPAIGN),
                                Metric.THROUGHPUT,
                                Optional.of(suggested),
                                Optional.empty(),
                                Path.of(CATALOGUE))
                        .write(folder.resolve("verify.yaml")))
                .hasMessageStartingWith(suggested + ":2: concurrent_reeds: expected a knob of the catalogue ");
        assertThat(folder.resolve("verify.yaml")).doesNotExist();
    }

    /** Workload A has zipfian keys. The shipped file leaves rows and threads to the campaign. */
    @Test
    void writesAPlanWithTheOperationsOfAYcsbFile() throws Exception {
        Path file = folder.resolve("ycsb/plan.yaml");
        String printed = verify(file.getParent(), "--workload", "../conf/workloads/ycsb-a.properties");

        CampaignPlan plan = CampaignPlan.read(file);
        Workload half = Workload.ofReadRatio(0.5);
        assertThat(plan.defaults().workloads()).containsExactly(half);
        assertThat(plan.named()).hasSizeGreaterThan(4).allSatisfy(named -> assertThat(named.workloads())
                .containsExactly(half));
        assertThat(plan.conditions().data())
                .isEqualTo(CampaignPlan.read(CAMPAIGN.resolve(CampaignPlan.FILE))
                        .conditions()
                        .data());
        assertThat(plan.conditions().ycsb(half))
                .containsEntry("requestdistribution", "zipfian")
                .containsEntry("updateproportion", "0.5")
                .containsEntry("threadcount", "32");
        assertThat(printed).startsWith("50 % reads:").doesNotContain("90 % reads:");
    }

    /** YCSB properties in a plan permit no other operations. The plan states the key distribution apart from them. */
    @Test
    void writesAPlanWithTheOperationsThatTheCampaignStates() throws Exception {
        Path campaign = Files.createDirectory(folder.resolve("campaign"));
        Files.copy(CAMPAIGN.resolve(Trials.FILE), campaign.resolve(Trials.FILE));
        String plan = Files.readString(CAMPAIGN.resolve(CampaignPlan.FILE))
                .replace("active: {start: 192, budget: 264}", "trials: 0")
                .replace("read_ratios: [0.1, 0.5, 0.9]", "read_ratios: [0.9]")
                .replace(
                        "distribution: uniform",
                        "distribution: zipfian, properties: {readproportion: 0.9, updateproportion: 0.1}");
        Files.writeString(campaign.resolve(CampaignPlan.FILE), plan);
        rafiki.run(arguments(campaign, folder, "--model=" + InstallPaths.model(CAMPAIGN)));

        CampaignPlan written = CampaignPlan.read(folder.resolve(CampaignPlan.FILE));
        Workload reads = Workload.ofReadRatio(0.9);
        assertThat(written.defaults().workloads()).containsExactly(reads);
        assertThat(written.named()).hasSizeGreaterThan(4).allSatisfy(named -> assertThat(named.workloads())
                .containsExactly(reads));
        assertThat(written.conditions())
                .isEqualTo(
                        CampaignPlan.read(campaign.resolve(CampaignPlan.FILE)).conditions());
    }

    /** A later call continues the plan. Edited choices are those of another model. */
    @Test
    void aLaterCallMustAskForWhatThePlanMeasures() throws Exception {
        Path file = folder.resolve(CampaignPlan.FILE);
        String model = "--model=" + InstallPaths.model(CAMPAIGN);
        String workload = "--workload=../conf/workloads/ycsb-a.properties";
        Path reads = Files.writeString(folder.resolve("c.properties"), "readproportion=1\nupdateproportion=0\n");
        verify(folder, workload);
        verify(folder);
        verify(folder, workload, model);
        String written = " expected the one that " + file + " was written for, found another: ";
        assertThat(rafiki.refused(arguments(CAMPAIGN, folder, "--workload=" + reads)))
                .startsWith("--workload:" + written + reads + ". Correct it, ");
        assertThat(rafiki.refused(arguments(CAMPAIGN, folder, "--objective=p99")))
                .startsWith("--objective:" + written + "p99. Correct it, ");
        Files.writeString(file, Files.readString(file).replace("compaction: Leveled", "compaction: Unified(T4)"));
        verify(folder);
        assertThat(rafiki.refused(arguments(CAMPAIGN, folder, model))).startsWith("--model:" + written);
    }

    /** The trials would be those of the other plan. */
    @Test
    void theFolderOfAnotherPlanIsRefused() throws Exception {
        Path file = folder.resolve(CampaignPlan.FILE);
        String found = "--out: expected a new folder or that of a verification of " + CAMPAIGN + ", found ";
        String expected = found + "the plan ";
        Files.copy(CAMPAIGN.resolve(CampaignPlan.FILE), file);
        assertThat(rafiki.refused(arguments(CAMPAIGN, folder)))
                .startsWith(expected + "shipped in " + file + ". Use another --out.");

        String other = Files.readString(CAMPAIGN.resolve(CampaignPlan.FILE))
                .replace("name: shipped", "name: other-verification");
        Files.writeString(file, other);
        assertThat(rafiki.refused(arguments(CAMPAIGN, folder))).startsWith(expected + "other-verification in ");

        Files.writeString(file, "# What the campaign b leads to, against\n" + other.replace("other-", "shipped-"));
        assertThat(rafiki.refused(arguments(CAMPAIGN, folder)))
                .startsWith(found + "in line 1 of " + file + ": # What the campaign b leads to. Use another --out,"
                        + " or correct this line if the campaign's folder was renamed.");

        Files.writeString(file, "# Edited\n" + other.replace("other-", "shipped-"));
        verify(folder);
    }

    @Test
    void optionsOfAVerificationAreNotForAPlan() {
        assertThat(rafiki.refused("collect", "--plan=../conf/plans/small.yaml", "--out=" + folder, "--model=model.zip"))
                .startsWith("--model: expected --verify, found --plan.");
        assertThat(rafiki.refused(
                        "collect",
                        "--plan=../conf/plans/small.yaml",
                        "--out=" + folder,
                        "--workload=../conf/workloads/ycsb-a.properties"))
                .startsWith("--workload: expected --verify, found --plan.");
        assertThat(rafiki.refused("collect", "--verify=" + CAMPAIGN, "--out=" + folder, "--workload=none.properties"))
                .startsWith("--workload: expected a file, found none: none.properties.");
    }

    /** Whatever has a repeat is measured before anything of the next one, and all of a read ratio together. */
    private static void assertRounds(List<PlannedTrial> trials, int repeats) {
        assertThat(trials.stream().map(PlannedTrial::repeat)).isSorted();
        List<Double> ratios =
                trials.stream().map(trial -> trial.workload().readRatio()).toList();
        int changes = 0;
        for (int i = 1; i < ratios.size(); i++) {
            changes += ratios.get(i).equals(ratios.get(i - 1)) ? 0 : 1;
        }
        assertThat(changes).isBetween(2 * repeats, 3 * repeats - 1);
        Set<List<PlannedTrial>> orders = new HashSet<>();
        for (int repeat = 0; repeat < repeats; repeat++) {
            List<PlannedTrial> round = new ArrayList<>();
            for (PlannedTrial trial : trials) {
                if (trial.repeat() == repeat) {
                    round.add(new PlannedTrial(trial.workload(), trial.configuration(), 0));
                }
            }
            assertThat(round).doesNotHaveDuplicates().anyMatch(PlannedTrial::isDefault);
            orders.add(round);
        }
        assertThat(orders).hasSize(repeats);
    }

    @Test
    void expectsAPlanOrACampaignToVerify() {
        assertThat(rafiki.refused("collect", "--out", folder.toString())).contains("--plan", "--verify");
    }

    private String verify(Path out, String... more) {
        return rafiki.run(arguments(CAMPAIGN, out, more));
    }

    private static String[] arguments(Path campaign, Path out, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "collect", "--verify=" + campaign, "--out=" + out, "--catalogue=" + CATALOGUE, "--max-trials=0"));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }
}
