package io.rafiki.benchmark.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.workload.Workload;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CollectionBenchmarkTest {

    private static final TrainingConfig QUICK =
            TrainingConfig.DEFAULT.with(List.of(8, 3), 80).with(8, 1, 1);
    private static final CollectionBenchmark SMALL =
            CollectionBenchmark.onSurfaces(Surface.paperKnobs(), 20, 44, QUICK);

    @Test
    void afterTheSameNumberOfTrialsActiveIsNearerToTheBestThanRandom() throws Exception {
        Map<CollectionMethod, double[][]> shortfalls =
                SMALL.run(List.of(CollectionMethod.ACTIVE, CollectionMethod.RANDOM), 8, (seed, method) -> {});
        assertThat(last(shortfalls.get(CollectionMethod.ACTIVE)))
                .isLessThan(last(shortfalls.get(CollectionMethod.RANDOM)));
    }

    @Test
    void aShorterCampaignIsTheBeginningOfALongerOne() throws Exception {
        TestFunction ground = new SyntheticTestFunction(Surface.paperKnobs(), 0.05, 1);
        for (CollectionMethod method : CollectionMethod.values()) {
            List<PlannedTrial> longer = method.trials(ground, 20, 32, 1, QUICK);
            assertThat(longer).as(method.word()).hasSize(32).doesNotHaveDuplicates();
            assertThat(method.trials(ground, 20, 24, 1, QUICK)).isEqualTo(longer.subList(0, 24));
        }
    }

    @Test
    void theBestOfASurfaceIsNotExceeded() {
        TestFunction ground = new SyntheticTestFunction(Surface.paperKnobs(), 0.05, 2);
        java.util.Random random = new java.util.Random(1);
        for (int i = 0; i < 20_000; i++) {
            assertThat(ground.truth(0.5, new Surface(ground.space(), 2).random(random)))
                    .isLessThanOrEqualTo(ground.best(0.5) * (1 + 1e-9));
        }
    }

    @Test
    void aCampaignThatNeverComesNearTakesMoreThanItHas() {
        assertThat(SMALL.trialsUntilNear(new double[] {0.3, 0.051, 0.05, 0.2})).isEqualTo(28);
        assertThat(SMALL.trialsUntilNear(new double[] {0.3, 0.2})).isInfinite();
        CollectionFigures figures = CollectionFigures.of(
                SMALL, Map.of(CollectionMethod.ACTIVE, new double[][] {{0.3, 0.2, 0.2, 0.1, 0.1, 0.1, 0.06}}));
        assertThat(figures.columns()).containsExactly("Trials", "active");
        assertThat(figures.rows()).hasSize(9);
        assertThat(figures.rows().get(0)).containsEntry("active", "30.0 % (30.0 .. 30.0)");
        assertThat(figures.rows().get(7)).containsEntry("active", "> 44 (> 44 .. > 44)");
        assertThat(figures.rows().get(8)).containsEntry("active", "0 of 1");
        assertThat(figures.comparisons()).isEmpty();
        assertThat(figures.details().get("trialsUntilNear")).isEqualTo(Map.of("active", Map.of()));
    }

    @Test
    void reportsTheFinalDistanceOfTheOtherMethods() {
        double[][] active = new double[8][];
        double[][] sobol = new double[8][];
        double[][] random = new double[8][];
        for (int seed = 0; seed < 8; seed++) {
            active[seed] = new double[] {0.2, 0.04 + 0.001 * seed};
            sobol[seed] = new double[] {0.2, 0.07 + 0.001 * seed};
            random[seed] = new double[] {0.2, seed % 2 == 0 ? 0.01 : 0.09};
        }
        Map<CollectionMethod, double[][]> shortfalls = new EnumMap<>(CollectionMethod.class);
        shortfalls.put(CollectionMethod.ACTIVE, active);
        shortfalls.put(CollectionMethod.SOBOL, sobol);
        shortfalls.put(CollectionMethod.RANDOM, random);
        CollectionFigures figures =
                CollectionFigures.of(CollectionBenchmark.onSurfaces(Surface.paperKnobs(), 20, 24, QUICK), shortfalls);
        assertThat(figures.comparisons().get(0))
                .isEqualTo(
                        "After 24 trials, Sobol against active on the same ground: +3.0 percentage points of shortfall"
                                + " (median; 95 % interval +3.0 .. +3.0): active is nearer.");
        assertThat(figures.comparisons().get(1)).endsWith("which of the two is nearer cannot be told.");
        assertThat(figures.rows().get(3)).containsEntry("active", "8 of 8").containsEntry("Sobol", "0 of 8");
    }

    @Test
    void simulatesOnTheModelsPredictions() throws Exception {
        TestFunction ground = new SyntheticTestFunction(
                new EnsembleTrainer(QUICK, finished -> {})
                        .train(new Surface(Surface.paperKnobs(), 1).samples(60, 0.05, 1))
                        .ensemble(),
                0.05,
                1);
        PlannedTrial usual =
                new PlannedTrial(Workload.ofReadRatio(0.5), ground.space().defaults(), 0);
        double truth = ground.truth(0.5, usual.configuration());
        assertThat(truth).isPositive().isLessThanOrEqualTo(ground.best(0.5));
        assertThat(ground.measured(usual)).isNotEqualTo(truth).isBetween(0.75 * truth, 1.3 * truth);
    }

    private static double last(double[][] shortfalls) {
        double sum = 0;
        for (double[] row : shortfalls) {
            sum += row[row.length - 1] / shortfalls.length;
        }
        return sum;
    }
}
