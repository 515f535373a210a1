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
import io.rafiki.trainer.trial.OpenLoop;
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

/** A knob whose greater values give more throughput and more latency, so the objective decides in which direction trials go. */
class ActiveObjectiveTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 64, Map.of(), 32)));
    private static final WorkloadSpace WORKLOADS = WorkloadSpace.ofReadRatios(0.2, 0.9);
    private static final int START = 20;
    private static final int CHOSEN = 8;

    @Test
    void theModelGoesForThroughputOrForLatency() throws Exception {
        List<NextTrial> fast = promising(TrialObjective.throughput);
        assertThat(fast).hasSizeGreaterThan(3).allMatch(chosen -> chosen.why().endsWith(" ops/s"));
        assertThat(meanWrites(fast)).isGreaterThan(45);
        List<NextTrial> prompt = promising(TrialObjective.p99);
        assertThat(prompt).hasSizeGreaterThan(3).allMatch(chosen -> chosen.why().endsWith(" us"));
        assertThat(meanWrites(prompt)).isLessThan(25);
    }

    /** A trial without the open loop is no measurement of the latency, so its surroundings are avoided. */
    @Test
    void aTrialWithoutALatencyHasFailed() throws Exception {
        Trial line = Lines.measured(
                new PlannedTrial(Workload.ofReadRatio(0.5), SPACE.defaults(), 0), 1000, "2026-01-01T00:00:00Z");
        assertThat(TrialHistory.of(SPACE, TrialObjective.throughput, List.of(line))
                        .attempts()
                        .get(0)
                        .outcome())
                .isEqualTo(TrialOutcome.Outcome.MEASURED);
        assertThat(TrialHistory.of(SPACE, TrialObjective.p99, List.of(line))
                        .attempts()
                        .get(0)
                        .outcome())
                .isEqualTo(TrialOutcome.Outcome.FAILED);
    }

    /** The trials of a whole campaign that the model found most promising. */
    private static List<NextTrial> promising(TrialObjective objective) throws Exception {
        SpaceFilling points = new SpaceFilling(SPACE, WORKLOADS, 5);
        List<PlannedTrial> start = IntStream.range(0, START)
                .mapToObj(i -> points.next())
                .map(point -> new PlannedTrial(point.workload(), point.configuration(), 0))
                .toList();
        PlannedTrial baseline = new PlannedTrial(Workload.ofReadRatio(0.5), SPACE.defaults(), 0);
        ActiveTrials source = new ActiveTrials(
                new ActiveDesign(SPACE, WORKLOADS, start, List.of(baseline), 1, 1 + START + CHOSEN, 5),
                TrainingConfig.DEFAULT.with(List.of(3), 15).with(3, 1, 5),
                new GeneticSearch(),
                objective,
                InstantSource.fixed(Instant.parse("2026-01-01T00:01:00Z")));
        List<Trial> lines = new ArrayList<>();
        List<NextTrial> promising = new ArrayList<>();
        for (List<NextTrial> next = source.next(lines); !next.isEmpty(); next = source.next(lines)) {
            for (NextTrial chosen : next) {
                lines.add(measured(chosen.trial()));
                if (chosen.why().startsWith("most promising")) {
                    promising.add(chosen);
                }
            }
        }
        return promising;
    }

    private static Trial measured(PlannedTrial trial) {
        int writes = (int) trial.configuration().code(1);
        return Lines.sustained(
                Lines.measured(trial, 4_000 + 50.0 * writes, "2026-01-01T00:00:00Z"),
                List.of(new OpenLoop(null, 3_000, 3_000, 1_000L + 100L * writes, Map.of(), null)));
    }

    private static double meanWrites(List<NextTrial> chosen) {
        return chosen.stream()
                .mapToDouble(next -> next.trial().configuration().code(1))
                .average()
                .orElseThrow();
    }
}
