package io.rafiki.trainer.screening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatisticsTest {

    /** Eleven times the next one, as compaction in the paper, then four alike, then a tail. */
    @Test
    void theDropIsSeenBehindAnOutlier() {
        double[] ranked = {11000, 1000, 800, 750, 700, 90, 85, 80, 70, 65, 60, 60, 50, 45, 40, 35, 30, 30, 25, 20};
        assertThat(ElbowRule.head(ranked)).isEqualTo(5);
    }

    @Test
    void thereIsAlwaysAHeadAndATail() {
        assertThat(ElbowRule.head(new double[] {5, 4})).isEqualTo(2);
        assertThat(ElbowRule.head(new double[] {5, 0, 0})).isEqualTo(1);
        assertThat(ElbowRule.head(new double[] {5, 5, 5, 5})).isBetween(1, 3);
        assertThat(ElbowRule.head(new double[] {0, 0, 0})).isBetween(1, 2);
    }

    /** Two groups of 1, 2, 3 and 2, 3, 4: between 1.5 with 1 degree of freedom, within 4 with 4, so F = 1.5. */
    @Test
    void analysisOfVarianceByHand() {
        KnobAnova found = KnobAnova.of(
                Workload.ofReadRatio(0.5),
                List.of("a", "b", "single"),
                List.of(new double[] {1, 2, 3}, new double[] {2, 3, 4}, new double[] {9}),
                2);
        assertThat(found.f()).isCloseTo(1.5, within(1e-12));
        assertThat(found.p()).isCloseTo(0.2879, within(1e-4));
        assertThat(found.values()).hasSize(2);
        assertThat(found.deviation()).isCloseTo(Math.sqrt(0.5), within(1e-12));
        assertThat(found.share()).isCloseTo(Math.sqrt(0.5) / 2, within(1e-12));
        assertThat(found.best().value()).isEqualTo("b");
        assertThat(KnobAnova.of(Workload.ofReadRatio(0.5), List.of("a"), List.of(new double[] {1, 2}), 1)
                        .p())
                .isEqualTo(1);
    }

    @Test
    void equalReplicatesShowWhetherTheirMeansDiffer() {
        KnobAnova different = identical(new double[] {100, 100}, new double[] {200, 200});
        assertThat(different.f()).isInfinite();
        assertThat(different.p()).isZero();

        double[] two = {2040.3, 2040.3};
        double[] six = {2040.3, 2040.3, 2040.3, 2040.3, 2040.3, 2040.3};
        KnobAnova equal = identical(six, two, two);
        assertThat(equal.f()).isZero();
        assertThat(equal.p()).isEqualTo(1);
        assertThat(equal.deviation()).isZero();
    }

    private static KnobAnova identical(double[]... groups) {
        List<Object> names = List.<Object>of("a", "b", "c").subList(0, groups.length);
        return KnobAnova.of(Workload.ofReadRatio(0.5), names, List.of(groups), 100);
    }

    /** An orthogonal design's least squares are its contrasts; the error is what noise alone leaves. */
    @Test
    void mainEffectsAreTheContrasts() {
        int[][] runs = PlackettBurman.design(7, true);
        Random random = new Random(1);
        double[] measured = new double[runs.length];
        for (int i = 0; i < runs.length; i++) {
            measured[i] = 1000 + 50 * runs[i][0] - 20 * runs[i][3] + random.nextGaussian();
        }

        TwoLevelFit fit = TwoLevelFit.of(Arrays.asList(runs), measured).orElseThrow();

        for (int k = 0; k < 7; k++) {
            double contrast = 0;
            for (int i = 0; i < runs.length; i++) {
                contrast += runs[i][k] * measured[i];
            }
            assertThat(fit.differences().get(k)).isCloseTo(contrast * 2 / runs.length, within(1e-9));
            assertThat(fit.standardErrors().get(k)).isBetween(0.2, 1.2);
        }
        assertThat(fit.freedom()).isEqualTo(8);
        assertThat(fit.p().get(0)).isLessThan(1e-6);
        assertThat(fit.p().get(3)).isLessThan(1e-6);
        assertThat(fit.differences().get(0)).isCloseTo(100, within(3.0));
    }

    /** An interaction that the plain design takes for a main effect is error in the folded one. */
    @Test
    void anInteractionIsNoMainEffect() {
        int[][] runs = PlackettBurman.design(11, true);
        double[] measured = Arrays.stream(runs)
                .mapToDouble(run -> 1000 + 100 * run[1] * run[2])
                .toArray();

        TwoLevelFit fit = TwoLevelFit.of(Arrays.asList(runs), measured).orElseThrow();

        for (int k = 0; k < 11; k++) {
            assertThat(fit.differences().get(k)).isCloseTo(0, within(1e-9));
            assertThat(fit.p().get(k)).isGreaterThan(0.9);
        }
        assertThat(fit.standardErrors().get(0)).isGreaterThan(10);
    }

    @Test
    void missingRunsAreDoneWithout() {
        List<int[]> runs = new ArrayList<>(Arrays.asList(PlackettBurman.design(5, true)));
        Collections.shuffle(runs, new Random(2));
        List<int[]> some = runs.subList(0, 12);
        double[] measured = some.stream().mapToDouble(run -> 500 + 30 * run[4]).toArray();

        TwoLevelFit fit = TwoLevelFit.of(some, measured).orElseThrow();

        assertThat(fit.differences().get(4)).isCloseTo(60, within(1e-9));
        assertThat(fit.differences().get(0)).isCloseTo(0, within(1e-9));
        assertThat(TwoLevelFit.of(runs.subList(0, 6), new double[6])).isEmpty();
        assertThat(TwoLevelFit.of(List.of(), new double[0])).isEmpty();
    }

    @Test
    void theFloorIsWhatMeansOfRepeatsDeviateBy() {
        ScreeningNoise noise = ScreeningNoise.of(
                Workload.ofReadRatio(0.5),
                new double[] {1000, 1010, 1020, 1030},
                List.of(new double[] {990, 1010}, new double[] {5}),
                2);
        assertThat(noise.floor()).isCloseTo(Math.sqrt(200 / 2.0) / 1015, within(1e-9));
        assertThat(noise.variation()).isCloseTo(12.91 / 1015, within(1e-5));
    }
}
