package io.rafiki.trainer.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.trainer.train.Recipe;
import io.rafiki.trainer.trial.PlannedTrial;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CollectionBenchmarkTest {

    private static final Recipe QUICK = Recipe.DEFAULT.with(List.of(8, 3), 80).with(8, 1, 1);
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
        Ground ground = new SurfaceGround(Surface.paperKnobs(), 0.05, 1);
        for (CollectionMethod method : CollectionMethod.values()) {
            List<PlannedTrial> longer = method.trials(ground, 20, 32, 1, QUICK);
            assertThat(longer).as(method.word()).hasSize(32).doesNotHaveDuplicates();
            assertThat(method.trials(ground, 20, 24, 1, QUICK)).isEqualTo(longer.subList(0, 24));
        }
    }

    @Test
    void theBestOfASurfaceIsNotExceeded() {
        Ground ground = new SurfaceGround(Surface.paperKnobs(), 0.05, 2);
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
        assertThat(figures.rows()).hasSize(8);
        assertThat(figures.rows().get(0)).containsEntry("active", "30.0 % (30.0 .. 30.0)");
        assertThat(figures.rows().get(7)).containsEntry("active", "> 44 (> 44 .. > 44)");
        assertThat(figures.details().get("trialsUntilNear")).isEqualTo(Map.of("active", Map.of()));
    }

    private static double last(double[][] shortfalls) {
        double sum = 0;
        for (double[] row : shortfalls) {
            sum += row[row.length - 1] / shortfalls.length;
        }
        return sum;
    }
}
