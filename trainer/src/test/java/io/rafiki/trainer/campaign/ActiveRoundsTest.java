package io.rafiki.trainer.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.GeneticSearch;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.WorkloadSpace;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.workload.Workload;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rounds of a campaign of 45 trials: a start of 20, three baselines after 0, 14 and 28 others, and 22 choices of a model. */
class ActiveRoundsTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 64, Map.of(), 32)));
    private static final WorkloadSpace WORKLOADS = WorkloadSpace.ofReadRatios(0.2, 0.9);
    private static final int BUDGET = 45;
    private static final int ALL = Integer.MAX_VALUE;

    private final List<Trial> lines = new ArrayList<>();

    @Test
    void aRoundHasATrialForEachMachine() throws Exception {
        assertThat(run(10, ALL)).containsExactly(22, 11, 10, 2);
        assertEachRanOnce();
    }

    @Test
    void onOneMachineEachChoiceFollowsTheTrialBefore() throws Exception {
        assertThat(run(1, ALL)).hasSize(43).startsWith(2, 1).endsWith(1);
        assertEachRanOnce();
    }

    @Test
    void aCampaignContinuesWithOtherMachines() throws Exception {
        assertThat(run(10, 2)).containsExactly(22, 11);
        assertThat(run(3, 1)).containsExactly(3);
        run(1, ALL);
        assertEachRanOnce();
    }

    private void assertEachRanOnce() {
        assertThat(lines.stream().map(Trial::id)).hasSize(BUDGET).doesNotHaveDuplicates();
    }

    /** Runs rounds and returns their sizes. */
    private List<Integer> run(int machines, int most) throws Exception {
        List<Integer> sizes = new ArrayList<>();
        List<NextTrial> next = source().next(lines, machines);
        while (!next.isEmpty() && sizes.size() < most) {
            sizes.add(next.size());
            for (NextTrial each : next) {
                int writes = (int) each.trial().configuration().code(1);
                lines.add(Lines.measured(each.trial(), 4_000 + 50.0 * writes, "2026-01-01T00:00:00Z"));
            }
            next = source().next(lines, machines);
        }
        return sizes;
    }

    private static ActiveTrials source() {
        SpaceFilling points = new SpaceFilling(SPACE, WORKLOADS, 5);
        List<PlannedTrial> start = IntStream.range(0, 20)
                .mapToObj(i -> points.next())
                .map(point -> new PlannedTrial(point.workload(), point.configuration(), 0))
                .toList();
        List<PlannedTrial> baselines = IntStream.range(0, 3)
                .mapToObj(repeat -> new PlannedTrial(Workload.ofReadRatio(0.95), SPACE.defaults(), repeat))
                .toList();
        return new ActiveTrials(
                new ActiveDesign(SPACE, WORKLOADS, start, baselines, 0, BUDGET, 5),
                TrainingConfig.DEFAULT.with(List.of(3), 15).with(3, 1, 5),
                new GeneticSearch(),
                TrialObjective.throughput,
                InstantSource.fixed(Instant.parse("2026-01-01T00:01:00Z")));
    }
}
