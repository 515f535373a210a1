package io.rafiki.learning;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Exploration keeps its limits with random models, and finds gains that a wrong model does not predict in simulated clusters. {@code
 * -Drafiki.long=true} simulates 300 clusters.
 */
class ExplorationTest {

    private static final double KAPPA = 2;
    private static final double MIN_GAIN = 0.03;
    private static final double RADIUS = 0.15;
    private static final double LARGEST_LOSS = 0.1;
    private static final double ERROR = 0.01;
    private static final int SEEDS = Boolean.getBoolean("rafiki.long") ? 300 : 30;
    private static final int DAYS = 100;

    /** Explores with random effects until nothing is left to explore. */
    @Test
    void eachChangeMovesOneKnobWithinTheTrustRegion() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Beliefs model = model(random);
            Configuration now = Beliefs.any(random);
            for (Step step : explored(model, now, random)) {
                assertThat(step.from()).isEqualTo(now);
                assertThat(step.changed()).as("seed %d: %s", seed, step.to()).hasSize(1);
                int knob = step.changed()[0];
                double distance = Math.abs(position(knob, step.to()) - position(knob, now));
                double codes = Math.abs(step.to().code(knob) - now.code(knob));
                assertThat(distance <= RADIUS + 1e-9 || codes == 1)
                        .as("seed %d: %s from %s", seed, step.to(), now)
                        .isTrue();
                assertThat(knob).as("compaction rewrites data").isNotZero();
            }
        }
    }

    @Test
    void noChangeIsRepeated() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Configuration now = Beliefs.any(random);
            Set<List<Integer>> directions = new HashSet<>();
            for (Step step : explored(model(random), now, random)) {
                int knob = step.changed()[0];
                int sign = step.to().code(knob) > now.code(knob) ? 1 : -1;
                assertThat(directions.add(List.of(knob, sign)))
                        .as("seed %d: knob %d in direction %d", seed, knob, sign)
                        .isTrue();
            }
            assertThat(directions).as("seed %d", seed).hasSizeLessThanOrEqualTo(6);
        }
    }

    /** The prior of the error that all members share has a variance of {@code 0.01 (1 - exp(-2 d))} at the distance d. */
    @Test
    void theLowerBoundLimitsTheLoss() {
        int changes = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Beliefs model = model(random);
            Configuration now = Beliefs.any(random);
            Optional<Configuration> next = explorer(LearnedModel.of(model), now);
            if (next.isPresent()) {
                changes++;
                int knob = new Step(Beliefs.HALF, now, next.get()).changed()[0];
                double distance = Math.abs(position(knob, next.get()) - position(knob, now));
                RelativeGain gain = model.gain(Beliefs.HALF, now, next.get());
                double shared = (1 + gain.mean()) * 0.1 * Math.sqrt(1 - Math.exp(-2 * distance));
                double deviation = Math.hypot(gain.deviation(), shared);
                assertThat(gain.mean() - KAPPA * deviation)
                        .as("seed %d: %s", seed, next.get())
                        .isGreaterThanOrEqualTo(-LARGEST_LOSS);
                assertThat(gain.mean() + KAPPA * deviation).isGreaterThanOrEqualTo(MIN_GAIN);
            }
        }
        assertThat(changes).isGreaterThan(150);
    }

    /** A knob that is sure to lose moves less, or in the other direction. */
    @Test
    void theModelDecidesDirectionAndDistance() {
        Beliefs rises = new Beliefs(List.of(new double[] {0, 0.3, 0, 0}));
        Configuration next =
                explorer(LearnedModel.of(rises), SimulatedDays.DEFAULTS).orElseThrow();
        assertThat(next.get("concurrent_writes")).isEqualTo(46L);
        Beliefs falls = new Beliefs(List.of(new double[] {0, -0.3, 0, 0}));
        Configuration other =
                explorer(LearnedModel.of(falls), SimulatedDays.DEFAULTS).orElseThrow();
        assertThat(other.get("concurrent_writes")).isEqualTo(22L);
    }

    @Test
    void anEffectMovesTheGainAndLeavesLessUnknown() {
        Beliefs model = new Beliefs(List.of(new double[4]));
        Configuration now = SimulatedDays.DEFAULTS;
        Configuration tried = now.with("concurrent_writes", 44);
        LearnedModel learned = Beliefs.learned(model, List.of(Beliefs.effect(now, tried, -0.08, ERROR)));
        Step again = new Step(Beliefs.HALF, now, tried);
        RelativeGain gain = exploration(learned, MIN_GAIN).gain(again);
        assertThat(gain.mean()).isBetween(-0.08, -0.05);
        Exploration before = exploration(LearnedModel.of(model), MIN_GAIN);
        assertThat(gain.deviation()).isLessThan(before.gain(again).deviation());
    }

    @Test
    void nothingIsExploredThatCannotGain() {
        Beliefs model = new Beliefs(List.of(new double[4]));
        Exploration exploration = exploration(LearnedModel.of(model), 0.2);
        assertThat(exploration.next(Beliefs.HALF, SimulatedDays.DEFAULTS, SimulatedDays.around(SimulatedDays.DEFAULTS)))
                .isEmpty();
    }

    /**
     * The model is wrong by up to 50 % in each knob, in both directions, and ignores that slopes differ by up to 24 % between day and night.
     * Without trust region and lower bound the same days exceed the limit.
     */
    @Test
    void aHundredDaysOfExplorationFindGainsAndHardlyEverHarm() {
        List<Double> gains = new ArrayList<>();
        List<Double> gainsWithout = new ArrayList<>();
        List<Double> low = new ArrayList<>();
        List<Double> lowWithoutLimits = new ArrayList<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            SimulatedDays exploring = days(seed, ExplorationTest::explorer);
            SimulatedDays without = days(seed, (learned, workload, now) -> Optional.empty());
            SimulatedDays withoutLimits = days(seed, ExplorationTest::withoutLimits);
            assertThat(exploring.lowShare()).as("seed %d: %s", seed, exploring).isLessThanOrEqualTo(0.005);
            gains.add(exploring.gain());
            gainsWithout.add(without.gain());
            low.add(exploring.lowShare());
            lowWithoutLimits.add(withoutLimits.lowShare());
        }
        System.out.printf(
                "largest share of windows below 90 %%: %.2f %%; median gain: %.1f %%, without exploration %.1f %%%n",
                100 * Collections.max(low), 100 * median(gains), 100 * median(gainsWithout));
        assertThat(lowWithoutLimits).anyMatch(share -> share > 0.005);
        assertThat(median(gains)).isGreaterThan(median(gainsWithout) + 0.02);
    }

    private static SimulatedDays days(int seed, SimulatedDays.Explorer explorer) {
        Random random = new Random(seed);
        List<Double> slopes = new ArrayList<>(List.of(0.0));
        List<Double> bends = new ArrayList<>(List.of(0.0));
        List<Double> differences = new ArrayList<>(List.of(0.0));
        double[] beliefs = new double[4];
        for (int k = 1; k < beliefs.length; k++) {
            beliefs[k] = uniform(random, 0.15);
            slopes.add(beliefs[k] + uniform(random, 0.5));
            bends.add(random.nextDouble());
            differences.add(uniform(random, 0.2));
        }
        Beliefs model = Beliefs.around(beliefs, 0.05, 14, random);
        return new SimulatedDays(new Truth(slopes, differences, bends), model, explorer, random).run(DAYS);
    }

    private static Optional<Configuration> explorer(LearnedModel learned, Configuration now) {
        return explorer(learned, Beliefs.HALF, now);
    }

    private static Optional<Configuration> explorer(LearnedModel learned, Workload workload, Configuration now) {
        return exploration(learned, MIN_GAIN).next(workload, now, SimulatedDays.around(now));
    }

    private static Exploration exploration(LearnedModel learned, double minGain) {
        return new Exploration(learned, Beliefs.DOMAIN, 0, KAPPA, minGain);
    }

    /** Without trust region and lower bound. */
    private static Optional<Configuration> withoutLimits(LearnedModel learned, Workload workload, Configuration now) {
        return new Exploration(learned, Beliefs.DOMAIN, 0, KAPPA, MIN_GAIN, 1, 10)
                .next(workload, now, SimulatedDays.around(now));
    }

    /** The changes that are explored one after the other, with random effects, from one configuration. */
    private static List<Step> explored(Beliefs model, Configuration now, Random random) {
        List<MeasuredEffect> effects = new ArrayList<>();
        List<Step> steps = new ArrayList<>();
        Optional<Configuration> next = explorer(LearnedModel.of(model), now);
        while (next.isPresent() && steps.size() < 20) {
            steps.add(new Step(Beliefs.HALF, now, next.get()));
            effects.add(Beliefs.effect(now, next.get(), 0.04 * random.nextGaussian(), ERROR));
            next = explorer(Beliefs.learned(model, effects), now);
        }
        return steps;
    }

    private static Beliefs model(Random random) {
        return Beliefs.around(
                new double[] {0, uniform(random, 0.3), uniform(random, 0.3), uniform(random, 0.3)}, 0.05, 14, random);
    }

    private static double position(int knob, Configuration configuration) {
        return Beliefs.position(knob, configuration.code(knob));
    }

    private static double uniform(Random random, double most) {
        return most * (2 * random.nextDouble() - 1);
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
