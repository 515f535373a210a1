package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FoldsTest {

    private final Surface surface = new Surface(Surface.paperKnobs(), 1);

    @Test
    void holdsAConfigurationOutWithAllItsWorkloadsAndRepeats() {
        List<TrainingData.Point> points = new ArrayList<>();
        for (TrainingData.Point point : surface.samples(12, 0.05, 3).points()) {
            for (int workload = 0; workload < 11; workload++) {
                points.add(new TrainingData.Point(
                        Workload.ofReadRatio(workload / 10.0), point.configuration(), 5000 + points.size()));
            }
        }
        TrainingData samples = new TrainingData(surface.space(), points);
        int[] folds = Folds.of(samples, 5, 7);
        Map<Configuration, Integer> foldOf = new HashMap<>();
        for (int s = 0; s < folds.length; s++) {
            int fold = folds[s];
            assertThat(foldOf.computeIfAbsent(points.get(s).configuration(), c -> fold))
                    .isEqualTo(fold);
        }
        assertThat(folds).containsOnly(0, 1, 2, 3, 4);
    }

    /** Otherwise the networks have seen the replicates of what they predict. */
    @Test
    void replicatesShareAFoldWhereConfigurationsFillTheFoldsOnce() {
        List<TrainingData.Point> points = new ArrayList<>();
        for (TrainingData.Point point : surface.samples(10, 0.05, 3).points().subList(0, 6)) {
            for (int repeat = 0; repeat < 4; repeat++) {
                points.add(
                        new TrainingData.Point(Workload.ofReadRatio(0.5), point.configuration(), 5000 + points.size()));
            }
        }
        int[] folds = Folds.of(new TrainingData(surface.space(), points), 5, 7);
        for (int s = 0; s < folds.length; s++) {
            assertThat(folds[s]).isEqualTo(folds[s - s % 4]);
        }
        assertThat(folds).containsOnly(0, 1, 2, 3, 4);
    }

    @Test
    void foldsAreAboutEquallyLargeAndFollowFromTheSeed() {
        TrainingData samples = surface.samples(63, 0.05, 3);
        int[] folds = Folds.of(samples, 5, 7);
        for (int fold = 0; fold < 5; fold++) {
            int f = fold;
            assertThat(IntStream.of(folds).filter(of -> of == f).count()).isBetween(12L, 13L);
        }
        assertThat(Folds.of(samples, 5, 7)).isEqualTo(folds);
        assertThat(Folds.of(samples, 5, 8)).isNotEqualTo(folds);
    }

    @Test
    void noFoldHasTheBaseline() {
        List<TrainingData.Point> points =
                new ArrayList<>(surface.samples(30, 0.05, 3).points());
        for (int repeat = 0; repeat < 10; repeat++) {
            points.add(new TrainingData.Point(
                    Workload.ofReadRatio(0.5), surface.space().defaults(), 5000 + repeat));
        }
        int[] folds = Folds.of(new TrainingData(surface.space(), points), 5, 1);
        assertThat(Arrays.copyOfRange(folds, 30, 40)).containsOnly(Folds.ALWAYS_LEARNED);
        assertThat(Arrays.copyOf(folds, 30)).containsOnly(0, 1, 2, 3, 4);
        assertThat(Folds.of(new TrainingData(surface.space(), points), 0, 1)).containsOnly(Folds.ALWAYS_LEARNED);
    }

    @Test
    void fewConfigurationsHaveOneFoldEach() {
        TrainingData samples = baselineAndOthers(3);
        int[] folds = Folds.of(samples, 5, 1);
        assertThat(Folds.isByConfiguration(samples)).isTrue();
        assertThat(Folds.count(samples, 5)).isEqualTo(3);
        assertThat(Folds.count(samples, 2)).isEqualTo(2);
        assertThat(Folds.count(samples, 0)).isZero();
        assertThat(Arrays.copyOf(folds, 10)).containsOnly(Folds.ALWAYS_LEARNED);
        for (int other = 0; other < 3; other++) {
            int from = 10 * (other + 1);
            assertThat(Arrays.copyOfRange(folds, from, from + 10)).containsOnly(folds[from]);
        }
        assertThat(Arrays.copyOfRange(folds, 10, 40)).containsOnly(0, 1, 2);
    }

    @Test
    void eachSampleStandsAloneWithOneConfigurationBesidesTheBaseline() {
        TrainingData samples = baselineAndOthers(1);
        assertThat(Folds.isByConfiguration(samples)).isFalse();
        assertThat(Folds.count(samples, 5)).isEqualTo(5);
        assertThat(Folds.of(samples, 5, 1)).containsOnly(0, 1, 2, 3, 4);
    }

    /** Ten samples of the baseline, then ten of each of some other configurations. */
    private TrainingData baselineAndOthers(int others) {
        List<TrainingData.Point> points = new ArrayList<>();
        for (int c = 0; c <= others; c++) {
            Configuration configuration = surface.space().defaults().with("concurrent_writes", 32 + c);
            for (int i = 0; i < 10; i++) {
                points.add(new TrainingData.Point(Workload.ofReadRatio(i / 10.0), configuration, 5000 + points.size()));
            }
        }
        return new TrainingData(surface.space(), points);
    }
}
