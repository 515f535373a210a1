package io.rafiki.benchmark.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.knob.Configuration;
import io.rafiki.trainer.campaign.Collector;
import io.rafiki.trainer.cassandra.CassandraJars;
import io.rafiki.trainer.cassandra.Datastore;
import io.rafiki.trainer.plan.CampaignPlan;
import io.rafiki.trainer.progress.ProgressReporter;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TunerTrialsTest {

    private static final Workload READS = Workload.ofReadRatio(0.9);
    private static final double SECONDS = 1000;

    private static TrainingData recorded;
    private static SurfaceTrials surface;

    @TempDir
    Path folder;

    @BeforeAll
    static void read() throws Exception {
        recorded = RecordedTrials.read();
        surface = new SurfaceTrials(SurfaceKind.forest.surface(recorded, 1), READS, 0, 1, List.of(SECONDS));
    }

    @Test
    void theLeaderHasTheHighestMeanOfItsReplicates() throws Exception {
        TunerTrials trials = trials(TunerBudget.ofTrials(3), surface);
        Configuration defaults = recorded.space().defaults();
        Configuration leveled = defaults.with("compaction", "Leveled");
        double one = trials.measure(defaults, 0).throughput().mean();
        double two = trials.measure(leveled, 0).throughput().mean();
        trials.measure(defaults, 1);
        Configuration best = one > two ? defaults : leveled;
        assertThat(trials.steps()).extracting(TunerTrials.Step::leader).containsExactly(defaults, best, best);
        assertThat(trials.best()).isEqualTo(best);
        assertThatThrownBy(() -> trials.measure(defaults, 2)).hasMessageContaining("expected trials within 3 trials");
    }

    @Test
    void machineTimeLeavesTheTrialsThatItsMeanLengthPermits() {
        TunerBudget budget = TunerBudget.ofHours(2, 300);
        assertThat(budget.left(0, 0)).isEqualTo(24);
        assertThat(budget.left(10, 4000)).isEqualTo(8);
        assertThat(budget.left(18, 7199)).isEqualTo(1);
        assertThat(budget.left(18, 7200)).isZero();
        assertThat(TunerBudget.ofTrials(40).left(3, 1e9)).isEqualTo(37);
    }

    /** A trial begins within the machine time and may end after it. */
    @Test
    void noTrialBeginsAfterTheMachineTime() throws Exception {
        TunerTrials trials = trials(TunerBudget.ofHours(1, 2 * SECONDS), surface);
        new RandomTuner().tune(trials, 1);
        assertThat(trials.steps()).extracting(TunerTrials.Step::end).containsExactly(1000.0, 2000.0, 3000.0, 4000.0);
        assertThat(trials.left()).isZero();
    }

    @Test
    void rafikiUsesItsMachineTime() throws Exception {
        TunerTrials trials = trials(TunerBudget.ofHours(10, 2 * SECONDS), surface);
        Configuration choice = new RafikiTuner().tune(trials, 1);
        assertThat(trials.steps()).hasSizeBetween(32, 36);
        assertThat(trials.steps()).extracting(TunerTrials.Step::configuration).contains(choice);
    }

    /** The lines of an earlier run are the results of the same trials; other trials are refused. No node starts. */
    @Test
    void aTunerOnNodesContinuesFromItsLines() throws Exception {
        Trials file = new Trials(folder.resolve(Trials.FILE));
        TunerBudget budget = TunerBudget.ofHours(1, SECONDS);
        TunerTrials first = trials(budget, planned -> {
            Trial trial = surface.measure(planned);
            file.append(trial);
            return trial;
        });
        Configuration choice = new RandomTuner().tune(first, 1);
        TunerTrials second = trials(budget, onNodes());
        assertThat(new RandomTuner().tune(second, 1)).isEqualTo(choice);
        assertThat(second.steps()).isEqualTo(first.steps());
        TunerTrials other = trials(budget, onNodes());
        assertThatThrownBy(() -> new RandomTuner().tune(other, 2))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(folder.resolve(Trials.FILE) + ": expected the trial ")
                .hasMessageContaining("another --out");
        assertThat(other.steps()).hasSize(1);
    }

    private Subject onNodes() throws Exception {
        PrintWriter lines = new PrintWriter(new StringWriter());
        Collector collector = Collector.ofSingleTrials(
                Path.of(".."),
                RecordedTrials.CATALOGUE,
                new Datastore.Embedded(CassandraJars.DEFAULT_VERSION),
                folder.resolve("data"),
                new ProgressReporter(lines, lines, false, System::nanoTime),
                "the same command");
        return NodeTrials.open(collector, CampaignPlan.read(Path.of("../conf/plans/sustained.yaml")), folder);
    }

    private static TunerTrials trials(TunerBudget budget, Subject subject) {
        return new TunerTrials(recorded.space(), READS, "0.9", budget, subject);
    }
}
