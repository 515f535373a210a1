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
import io.rafiki.trainer.trial.OpenLoop;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.SustainedResult;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.trainer.trial.TunerObjective;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TunerTrialsTest {

    private static final Workload READS = Workload.ofReadRatio(0.9);
    private static final double SECONDS = 1000;
    private static final String THREADS = "concurrent_reads";

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

    @Test
    void theLeaderOfALatencyHasTheLowestMean() throws Exception {
        TunerTrials trials = trials(20, new TunerObjective(TrialObjective.p99, OptionalDouble.empty()));
        Configuration few = recorded.space().defaults().with(THREADS, "8");
        trials.measure(recorded.space().defaults(), 0);
        trials.measure(few, 0);
        assertThat(trials.steps()).extracting(TunerTrials.Step::value).containsExactly(3200.0, 800.0);
        assertThat(trials.best()).isEqualTo(few);
    }

    @Test
    void aTrialBeyondTheLimitCountsAsAFailedOne() throws Exception {
        TunerTrials trials = trials(20, new TunerObjective(TrialObjective.throughput, OptionalDouble.of(3000)));
        Configuration few = recorded.space().defaults().with(THREADS, "8");
        double rate = trials.measure(few, 0).throughput().mean();
        trials.measure(recorded.space().defaults(), 0);
        assertThat(trials.steps()).extracting(TunerTrials.Step::value).containsExactly(rate, 0.0);
        assertThat(trials.best()).isEqualTo(few);
    }

    /** The latency grows with the threads, so few of them are best. */
    @Test
    void rafikiMinimisesTheLatency() throws Exception {
        TunerTrials trials = trials(40, new TunerObjective(TrialObjective.p99, OptionalDouble.empty()));
        assertThat(latency(new RafikiTuner().tune(trials, 1))).isLessThan(2500);
    }

    @Test
    void rafikiKeepsTheLimitOfTheLatency() throws Exception {
        TunerTrials trials = trials(40, new TunerObjective(TrialObjective.throughput, OptionalDouble.of(4000)));
        Configuration choice = new RafikiTuner().tune(trials, 1);
        assertThat(latency(choice)).isLessThanOrEqualTo(4000);
        assertThat(surface.truth(choice))
                .isGreaterThan(surface.truth(recorded.space().defaults()));
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
                .hasMessageContaining("delete the file");
        assertThat(other.steps()).hasSize(1);
    }

    /** Further trials would fail in the same way. Failures of an earlier run do not count. */
    @Test
    void threeConsecutiveEqualFailuresEndARunOnNodes() throws Exception {
        Subject broken = planned -> failed(surface.measure(planned));
        List<PlannedTrial> all = new ArrayList<>();
        List<Trial> earlier = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            all.add(new PlannedTrial(READS, recorded.space().defaults(), i));
        }
        for (PlannedTrial each : all.subList(0, 3)) {
            earlier.add(broken.measure(each));
        }
        NodeTrials nodes = new NodeTrials(broken, folder, earlier.iterator());
        for (PlannedTrial each : all.subList(0, 5)) {
            assertThat(nodes.measure(each).hasFailed()).isTrue();
        }
        assertThatThrownBy(() -> nodes.measure(all.get(5)))
                .isInstanceOf(IOException.class)
                .hasMessage("stopped: 3 trials in a row ended with: No node. See " + folder.resolve("logs") + ".");
    }

    private static Trial failed(Trial trial) {
        return new Trial(
                trial.id(),
                TrialStatus.FAILED,
                trial.workload(),
                trial.proposed(),
                null,
                trial.seeds(),
                trial.environment(),
                trial.timing(),
                null,
                null,
                null,
                null,
                "node_or_client_failed",
                "No node.",
                "logs/a.log",
                trial.host());
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

    /** Trials with a latency at the open-loop rate. */
    private static TunerTrials trials(int budget, TunerObjective objective) {
        return new TunerTrials(
                recorded.space(),
                READS,
                "0.9",
                TunerBudget.ofTrials(budget),
                planned -> withLatency(surface.measure(planned), latency(planned.configuration())),
                objective);
    }

    /** 100 us for each thread. */
    private static long latency(Configuration configuration) {
        return Math.round(100 * configuration.code(recorded.space().indexOf(THREADS)));
    }

    private static Trial withLatency(Trial trial, long p99) {
        OpenLoop atRate = new OpenLoop(null, 1000, 1000, p99, Map.of(), null);
        return new Trial(
                trial.id(),
                trial.status(),
                trial.workload(),
                trial.proposed(),
                trial.effective(),
                trial.seeds(),
                trial.environment(),
                trial.timing(),
                trial.throughput(),
                trial.latencies(),
                trial.properties(),
                new SustainedResult(0, 0, 0, 0, 0, null, List.of(), null, List.of(atRate), List.of(), null),
                trial.code(),
                trial.cause(),
                trial.log(),
                trial.host());
    }

    private static TunerTrials trials(TunerBudget budget, Subject subject) {
        return new TunerTrials(recorded.space(), READS, "0.9", budget, subject);
    }
}
