package io.rafiki.trainer.screening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.trainer.statistics.Holm;
import io.rafiki.trainer.statistics.StatisticsPage;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Simulated error rates of a screening of 20 knobs at two read ratios, as the shipped plan has. */
class ScreeningErrorRatesTest {

    private static final int KNOBS = 20;
    private static final int RATIOS = 2;
    private static final double NOISE = 0.06;
    private static final int[][] DESIGN = PlackettBurman.design(KNOBS, true);

    /** Checked with scipy.stats.f_oneway. */
    @Test
    void theAnalysisOfVarianceAgreesWithScipy() {
        KnobAnova found = KnobAnova.of(
                Workload.ofReadRatio(0.5),
                List.of("a", "b", "c"),
                List.of(new double[] {5.1, 4.9, 5.6}, new double[] {5.8, 6.4}, new double[] {4.6, 5.0, 4.7, 5.3}),
                5);

        assertThat(found.f()).isCloseTo(7.864864864864868, within(1e-9));
        assertThat(found.p()).isCloseTo(0.021051874731931777, within(1e-9));
    }

    @Test
    void knobsWithoutEffectAreSeldomFoundAlone() throws Exception {
        double any = StatisticsPage.rate(2_000, 21, random -> anyBelow(alone(random, 0)));

        assertThat(any).isLessThan(0.07);
        StatisticsPage.quotes(
                "ANOVA with Holm, any false finding | 40 tests, values measured twice, noise 6 % | 5 %", any);
    }

    @Test
    void aKnobWithAGreatEffectIsMostlyFoundAlone() throws Exception {
        double missed = StatisticsPage.rate(2_000, 22, random -> Holm.adjusted(alone(random, 0.4))[0] >= 0.05);

        StatisticsPage.quotes("ANOVA with Holm, misses a knob | its best value gains 40 %, noise 6 % | -", missed);
        assertThat(missed).isLessThan(0.5);
    }

    @Test
    void knobsWithoutEffectAreSeldomFoundInTheTwoLevelDesign() throws Exception {
        double any = StatisticsPage.rate(1_000, 23, random -> anyBelow(twoLevel(random, 0)));

        assertThat(any).isLessThan(0.07);
        StatisticsPage.quotes(
                "two-level effects with Holm, any false finding | 40 effects, 48 runs each, noise 6 % | 5 %", any);
    }

    @Test
    void aKnobWithAnEffectIsFoundInTheTwoLevelDesign() throws Exception {
        double missed = StatisticsPage.rate(1_000, 24, random -> Holm.adjusted(twoLevel(random, 0.08))[0] >= 0.05);

        assertThat(missed).isLessThan(0.5);
        StatisticsPage.quotes("two-level effects with Holm, misses a knob | gain of 8 %, noise 6 % | -", missed);
    }

    /** The p of each knob at each read ratio; the first knob's last value gains so much. The default's eight trials are in every group. */
    private static double[] alone(Random random, double gain) {
        double[] p = new double[KNOBS * RATIOS];
        for (int ratio = 0; ratio < RATIOS; ratio++) {
            double[] usual = trials(random, 8, 1);
            for (int knob = 0; knob < KNOBS; knob++) {
                List<double[]> groups = new ArrayList<>(List.of(usual));
                for (int value = 1; value < 4; value++) {
                    groups.add(trials(random, 2, knob == 0 && value == 3 ? 1 + gain : 1));
                }
                p[ratio * KNOBS + knob] = KnobAnova.of(Workload.ofReadRatio(0.5), List.of(0, 1, 2, 3), groups, 1000)
                        .p();
            }
        }
        return p;
    }

    private static double[] twoLevel(Random random, double gain) {
        return IntStream.range(0, RATIOS)
                .mapToObj(ratio -> TwoLevelFit.of(
                                Arrays.asList(DESIGN),
                                Arrays.stream(DESIGN)
                                        .mapToDouble(run -> Math.log(trials(random, 1, run[0] > 0 ? 1 + gain : 1)[0]))
                                        .toArray())
                        .orElseThrow())
                .flatMapToDouble(fit -> fit.p().stream().mapToDouble(p -> p))
                .toArray();
    }

    private static double[] trials(Random random, int count, double factor) {
        double[] trials = new double[count];
        Arrays.setAll(trials, i -> 1000 * factor * Math.exp(NOISE * random.nextGaussian()));
        return trials;
    }

    private static boolean anyBelow(double[] p) {
        return Arrays.stream(Holm.adjusted(p)).anyMatch(one -> one < 0.05);
    }
}
