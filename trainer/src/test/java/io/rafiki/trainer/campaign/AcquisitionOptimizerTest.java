package io.rafiki.trainer.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.Search;
import io.rafiki.search.SearchResult;
import io.rafiki.trainer.plan.NextTrial;
import io.rafiki.trainer.plan.SpaceFilling;
import io.rafiki.trainer.plan.WorkloadSpace;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trial;
import io.rafiki.trainer.trial.TrialObjective;
import io.rafiki.trainer.trial.TrialStatus;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AcquisitionOptimizerTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 64, Map.of(), 32)));
    private static final WorkloadSpace READS = WorkloadSpace.ofReadRatios(0, 1);
    private static final int CHOICES = 64;

    /** One choice in four looks for uncertainty. A common sequence gave it one end of the range and left the other to the rest. */
    @Test
    void eachGoalHasWorkloadsFromTheWholeRange() {
        WorkloadSpace scans = new WorkloadSpace(Map.of(
                WorkloadFeature.READ_RATIO, new WorkloadSpace.Range(0, 1),
                WorkloadFeature.SCAN_SHARE, new WorkloadSpace.Range(0.02, 0.2, 0.75)));
        for (WorkloadSpace workloads : List.of(READS, scans)) {
            AcquisitionOptimizer chooser = chooser(workloads, new GeneticSearch());
            assertThat(widestGap(chooser, AcquisitionFunction.PROMISING)).isLessThan(0.1);
            assertThat(widestGap(chooser, AcquisitionFunction.UNCERTAIN)).isLessThan(0.25);
        }
    }

    private static double widestGap(AcquisitionOptimizer chooser, AcquisitionFunction goal) {
        double[] readRatios = IntStream.range(0, CHOICES)
                .filter(choice -> (choice % 4 == 3) == (goal == AcquisitionFunction.UNCERTAIN))
                .mapToDouble(choice -> chooser.workload(goal, choice).readRatio())
                .sorted()
                .toArray();
        double widest = Math.max(readRatios[0], 1 - readRatios[readRatios.length - 1]);
        for (int i = 1; i < readRatios.length; i++) {
            widest = Math.max(widest, readRatios[i] - readRatios[i - 1]);
        }
        return widest;
    }

    /** A node can fail once for another reason than its configuration. */
    @Test
    void aFailureNextToAMeasurementOfTheSameConfigurationExcludesNoNeighbour() throws Exception {
        Configuration near = SPACE.configuration(Map.of("compaction", "SizeTiered", "concurrent_writes", 34));
        Search found = (surrogate, workload, where, seed) -> new SearchResult(near, null, 1);
        List<Trial> lines = measured();
        lines.add(Lines.of(baseline(0), TrialStatus.FAILED, Double.NaN));
        assertThat(choice(found, lines).why()).startsWith("to cover the space");
        lines.add(Lines.of(baseline(1), TrialStatus.OK, 1000));
        assertThat(choice(found, lines).trial().configuration()).isEqualTo(near);
    }

    private static NextTrial choice(Search search, List<Trial> lines) throws Exception {
        return chooser(READS, search)
                .choose(TrialHistory.of(SPACE, TrialObjective.throughput, lines), 0, 1)
                .get(0);
    }

    /** Leveled only, so that no trial is a neighbour of the baseline. */
    private static List<Trial> measured() {
        return new ArrayList<>(IntStream.range(0, 12)
                .mapToObj(i -> new PlannedTrial(
                        Workload.ofReadRatio(i / 12.0),
                        SPACE.configuration(Map.of("compaction", "Leveled", "concurrent_writes", 8 + 4 * i)),
                        0))
                .map(trial -> Lines.of(
                        trial, TrialStatus.OK, 1000 + 10 * trial.configuration().code(1)))
                .toList());
    }

    private static PlannedTrial baseline(int repeat) {
        return new PlannedTrial(Workload.ofReadRatio(0.5), SPACE.defaults(), repeat);
    }

    private static AcquisitionOptimizer chooser(WorkloadSpace workloads, Search search) {
        SpaceFilling.Point point = new SpaceFilling(SPACE, workloads, 5).next();
        List<PlannedTrial> start = List.of(new PlannedTrial(point.workload(), point.configuration(), 0));
        return new AcquisitionOptimizer(
                new ActiveDesign(SPACE, workloads, start, List.of(), 0, 1 + CHOICES, 5),
                TrainingConfig.DEFAULT.with(List.of(3), 15).with(3, 1, 5),
                search,
                TrialObjective.throughput);
    }
}
