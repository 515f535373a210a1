package io.rafiki.trainer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.trial.PlannedTrial;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the campaign and the model that come with this installation. */
class VerifyCommandTest {

    private static final String CATALOGUE = "../conf/knobs/cassandra-5.0.yaml";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void writesAPlanThatMeasuresEachContenderAsOftenAsTheDefaultInRounds() throws Exception {
        Path file = folder.resolve("verify.yaml");
        assertThat(verify(file, "../conf/knobs/cassandra-5.0-latest.yaml"))
                .as(err.toString())
                .isZero();

        CampaignPlan plan = CampaignPlan.read(file);
        KnobSpace space = plan.space(KnobCatalogue.read(Path.of(CATALOGUE), new NodeResources(2, 400).memory(1000)));
        List<PlannedTrial> trials = plan.trials(space);
        assertThat(plan.named()).allSatisfy(named -> assertThat(named.repeats()).isEqualTo(3));
        assertThat(plan.named().stream().map(CampaignPlan.Named::label))
                .anyMatch(label -> label.contains("Rafiki"))
                .anyMatch(label -> label.contains("paper's recipe"))
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
        assertRounds(trials, 3);
        assertThat(out.toString())
                .contains("90 % reads:", "50 % reads:", "10 % reads:")
                .contains(new HashSet<>(trials).size() + " trials: rafiki collect --plan " + file + " --out ");
    }

    @Test
    void aSuggestionForNoKnobIsNamedWithItsLine() throws IOException {
        Path suggested = Files.writeString(folder.resolve("suggested.yaml"), "# theirs\nconcurrent_reeds: 8\n");
        assertThat(verify(folder.resolve("verify.yaml"), suggested.toString())).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("rafiki: " + suggested + ":2: concurrent_reeds: expected a knob of the catalogue ");
        assertThat(folder.resolve("verify.yaml")).doesNotExist();
    }

    /** Whatever has a repeat is measured before anything of the next one, and all of a read ratio together. */
    private static void assertRounds(List<PlannedTrial> trials, int repeats) {
        assertThat(trials.stream().map(PlannedTrial::repeat)).isSorted();
        List<Double> ratios = trials.stream().map(PlannedTrial::readRatio).toList();
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
                    round.add(new PlannedTrial(trial.readRatio(), trial.configuration(), 0));
                }
            }
            assertThat(round).doesNotHaveDuplicates().anyMatch(PlannedTrial::isDefault);
            orders.add(round);
        }
        assertThat(orders).hasSize(repeats);
    }

    private int verify(Path file, String suggested) {
        return Rafiki.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(
                        "verify",
                        "--campaign",
                        "../conf/campaigns/cassandra-5.0-2core",
                        "--out",
                        file.toString(),
                        "--suggested",
                        suggested,
                        "--catalogue",
                        CATALOGUE,
                        "--repeats",
                        "3");
    }
}
