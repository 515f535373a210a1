package io.rafiki.trainer.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.plan.PlanText;
import io.rafiki.trainer.plan.TrialSource;
import io.rafiki.trainer.progress.RecordedProgress;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.OpenLoop;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialPhase;
import io.rafiki.trainer.trial.TrialStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignProgressTest {

    @TempDir
    private Path folder;

    private final RecordedProgress recorded = new RecordedProgress(false);
    private final CampaignProgress progress =
            new CampaignProgress(recorded.reporter(), Map.of("compaction", "SizeTiered", "concurrent_reads", 9));

    @Test
    void printsTheExpectedDurationFirst() {
        progress.begin(new TrialSource.Account(60, 2, 58), 58, 43.6, 2);
        progress.begin(new TrialSource.Account(3, 0, 3), 3, 20, 1);
        progress.begin(new TrialSource.Account(60, 60, 0), 0, 43.6, 0);
        assertThat(recorded.events())
                .containsExactly(
                        "60 trials planned, 2 measured, 58 to run now: about 42 min, 44 s each; before that 2 data"
                                + " sets are prepared",
                        "3 trials planned, 0 measured, 3 to run now: about 60 s, 20 s each; before that 1 data set is"
                                + " prepared",
                        "60 trials planned, 60 measured, none to run");
    }

    /** Each trial here took 20 s; only what differs from the default configuration is shown. */
    @Test
    void printsALineForEachTrial() {
        progress.begin(new TrialSource.Account(13, 1, 12), 12, 30, 0);
        progress.ended(Lines.measured("a"));
        progress.ended(Lines.ended("b", TrialStatus.FAILED, "node: ended with 3"));
        assertThat(recorded.events().get(1))
                .matches("2/13  reads  50 %     110 ops/s \\+-[\\d.]+ %  compaction=Unified\\(T4\\)  20 s, about 4 min"
                        + " remaining");
        assertThat(recorded.events().get(2))
                .isEqualTo("2/13  reads  50 %  failed: node: ended with 3  compaction=Unified(T4)  20 s, about 3 min"
                        + " remaining");
    }

    @Test
    void aSustainedTrialShowsItsDebtBesideTheThroughput() {
        progress.begin(new TrialSource.Account(13, 1, 12), 12, 30, 0);
        progress.ended(Lines.sustained(Lines.measured("a"), List.of()));
        assertThat(recorded.events().get(1)).contains(" %, 41 sstables, 3 compactions pending  compaction=Unified(T4)");
    }

    @Test
    void aLatencyShowsThePausesOfTheClientIfTheyAreAConsiderablePartOfIt() {
        progress.begin(new TrialSource.Account(13, 1, 12), 12, 30, 0);
        progress.ended(Lines.sustained(Lines.measured("a"), List.of(atRate(2_900L))));
        progress.ended(Lines.sustained(Lines.measured("b"), List.of(atRate(12_100L))));
        progress.ended(Lines.sustained(Lines.measured("c"), List.of(atRate(null))));
        assertThat(recorded.events().subList(1, 4))
                .satisfiesExactly(
                        line -> assertThat(line).contains(", p99 at 4,000 ops/s 30.0 ms  compaction"),
                        line -> assertThat(line)
                                .contains(", p99 at 4,000 ops/s 30.0 ms (pauses of the client 12.1 ms)  compaction"),
                        line -> assertThat(line).contains(", p99 at 4,000 ops/s 30.0 ms  compaction"));
    }

    private static OpenLoop atRate(Long pauses) {
        return new OpenLoop(null, 4_000, 4_000, 30_000, Map.of(), pauses);
    }

    /** Half of the trials so far were run twice, and so will half of the rest. */
    @Test
    void countsOnDisturbedTrialsToComeAsSoFar() {
        progress.begin(new TrialSource.Account(13, 1, 12), 12, 30, 0);
        progress.ended(Lines.measured("a"));
        progress.ended(Lines.ended("b", TrialStatus.DISTURBED, "others"));
        assertThat(recorded.events().get(2)).endsWith("20 s, about 5 min remaining");
        progress.begin(new TrialSource.Account(1_000, 0, 1_000), 1_000, 30, 0);
        assertThat(recorded.events().get(3)).contains("about 8 h 20 min, 30 s each");
    }

    @Test
    void severalMachinesShortenTheRemainingTime() {
        progress.atOnce(4);
        progress.begin(new TrialSource.Account(13, 1, 12), 12, 30, 0);
        progress.ended(Lines.measured("a"));
        assertThat(recorded.events().get(0)).contains("12 to run now: about 90 s, 30 s each");
        assertThat(recorded.events().get(1)).endsWith("20 s, about 55 s remaining");
    }

    @Test
    void aLongTrialShowsItsPhaseAndTheRemainingTimeOfTheCampaign() throws Exception {
        PlannedTrial reads = PlanText.trials(folder, "seed: 7", "seed: 7").get(0);
        progress.begin(new TrialSource.Account(60, 2, 58), 58, 600, 1);
        progress.preparing();
        recorded.pass(Duration.ofMinutes(1));
        progress.begins(reads);
        for (TrialPhase phase : TrialPhase.values()) {
            progress.phase(phase);
            recorded.pass(Duration.ofMinutes(1));
        }
        assertThat(recorded.progress())
                .hasSize(7)
                .first()
                .isEqualTo("Collecting: 2 of 60 trials, about 9 h 39 min remaining; preparing data");
        assertThat(recorded.progress().get(1))
                .startsWith("Collecting: 2 of 60 trials, about 9 h 38 min remaining; trial with ")
                .endsWith(": starting the node");
        assertThat(recorded.progress().get(2)).endsWith(": ageing the data");
        assertThat(recorded.progress().get(3)).endsWith(": warming up");
        assertThat(recorded.progress().get(4)).endsWith(": measuring");
        assertThat(recorded.progress().get(5)).endsWith(": measuring latency");
        assertThat(recorded.progress().get(6)).endsWith(": stopping the node");
    }

    @Test
    void reportsAnotherMachine() {
        List<Trial> before = List.of(Lines.measured("a"), Lines.ended("b", TrialStatus.FAILED, "node: ended with 3"));
        progress.machine(List.of(), Lines.measured("c"));
        progress.machine(before, Lines.measured("c"));
        assertThat(recorded.events()).isEmpty();
        progress.machine(before, Lines.on("another processor", Lines.measured("c")));
        assertThat(recorded.events())
                .containsExactly(
                        "another machine than for the previous trials: another processor, 4096 MiB, Linux 6,"
                                + " in place of a processor, 4096 MiB, Linux 6. Training corrects for the difference using baseline trials. Prefer one machine.");
    }

    @Test
    void reportsALimitThatIsNotInEffect() {
        Trial free = Lines.unlimited("expected to write the control group g, found no right.", Lines.measured("c"));
        progress.machine(List.of(Lines.measured("a")), free);
        progress.machine(List.of(Lines.measured("a"), free), free);
        assertThat(recorded.events())
                .containsExactly(
                        "the node's memory limit could not be set as planned: expected to write the control group"
                                + " g, found no right.");
        recorded.clear();
        progress.machine(List.of(), free);
        assertThat(recorded.events()).hasSize(1);
    }

    @Test
    void reportsTheNoiseOnce() throws Exception {
        List<PlannedTrial> defaults = PlanText.trials(folder, "seed: 7", "seed: 7").stream()
                .filter(PlannedTrial::isDefault)
                .toList();
        CampaignProgress ofPlan = new CampaignProgress(
                recorded.reporter(), defaults.get(0).configuration().toMap());
        List<Trial> lines = defaults.stream()
                .map(trial -> Lines.measured(trial, 100 + 10 * trial.repeat(), "2026-01-01T00:00:00Z"))
                .toList();
        ofPlan.noise(lines.subList(0, 2));
        assertThat(recorded.events()).isEmpty();
        ofPlan.noise(lines);
        ofPlan.noise(lines);
        assertThat(recorded.events())
                .containsExactly(
                        "noise of the machine (a processor, 4096 MiB, Linux 6): the throughput of the baseline has a coefficient of variation of 6.7 % (4 trials at 2 workloads)");
        recorded.clear();
        List<Trial> elsewhere =
                lines.stream().map(line -> Lines.on("another", line)).toList();
        ofPlan.machine(lines, elsewhere.get(0));
        ofPlan.noise(List.of(lines.get(0), lines.get(1), elsewhere.get(0)));
        ofPlan.noise(elsewhere);
        assertThat(recorded.events())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("noise of the machine (another, 4096 MiB, Linux 6): ");
    }
}
