package io.rafiki.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.search.ChangePruning;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.surrogate.TrainingDomain.Bounds;
import io.rafiki.surrogate.TrainingDomain.Seen;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Measured effects correct a model: against closed forms, linear algebra of commons-math, and clusters that learn by roll-outs. */
class LearnedModelTest {

    private static final Configuration DEFAULTS = Beliefs.SPACE.defaults();
    private static final double ERROR = 0.03;

    /** Compaction, writes, reads, compactors. */
    private static final double[] TRUTH = {0.2, 0, 0.15, 0.1};

    private static final int WRITES = 1;

    /** Simulated clusters with a correct and with a wrong model; {@code -Drafiki.long=true} has more. */
    private static final int CORRECT = Boolean.getBoolean("rafiki.long") ? 300 : 100;

    private static final int WRONG = Boolean.getBoolean("rafiki.long") ? 50 : 25;

    @Test
    void withoutEffectsItIsTheModelItself() {
        Beliefs model = new Beliefs(List.of(TRUTH));
        assertThat(LearnedModel.of(model).surrogate()).isSameAs(model);
        LearnedModel learned = Beliefs.learned(model, List.of());
        assertThat(learned.surrogate()).isSameAs(model);
        assertThat(learned.reliability().isTrusted()).isTrue();
    }

    /** One member and one choice: the posterior mean of a normal variable with a normal prior. */
    @Test
    void oneEffectMovesItsGainByTheShareOfThePrior() {
        Beliefs model = new Beliefs(List.of(TRUTH));
        Configuration leveled = DEFAULTS.with("compaction", "Leveled");
        LearnedModel learned = Beliefs.learned(model, List.of(Beliefs.effect(DEFAULTS, leveled, 0.05, ERROR)));
        double share = 0.01 / (0.01 + ERROR * ERROR + 0.03 * 0.03);
        double gain = learned.surrogate().gain(Beliefs.HALF, DEFAULTS, leveled).mean();
        assertThat(Math.log1p(gain)).isCloseTo(0.2 + share * (0.05 - 0.2), within(1e-12));
        double before = learned.surrogate().predict(Beliefs.HALF, DEFAULTS).mean();
        double after = learned.surrogate().predict(Beliefs.HALF, leveled).mean();
        assertThat(after / before - 1).isCloseTo(gain, within(1e-12));
        assertThat(learned.reliability().meanError()).isCloseTo(0.15, within(1e-12));
    }

    /** The correction at any change is {@code k' (K + V)^-1 r}. */
    @Test
    void manyEffectsAgreeWithLinearAlgebra() {
        Random random = new Random(7);
        Beliefs model = new Beliefs(List.of(TRUTH));
        List<Configuration[]> steps = new ArrayList<>();
        List<MeasuredEffect> effects = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Configuration[] step = {Beliefs.any(random), Beliefs.any(random)};
            steps.add(step);
            effects.add(Beliefs.effect(step[0], step[1], 0.1 * random.nextGaussian(), ERROR));
        }
        int n = steps.size();
        RealMatrix covariance = new Array2DRowRealMatrix(n, n);
        double[] rest = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                covariance.setEntry(i, j, covariance(steps.get(i), steps.get(j)));
            }
            covariance.addToEntry(i, i, ERROR * ERROR + 0.03 * 0.03);
            rest[i] = effects.get(i).effect() - Beliefs.gain(TRUTH, steps.get(i)[0], steps.get(i)[1]);
        }
        double[] weights = new LUDecomposition(covariance)
                .getSolver()
                .solve(new ArrayRealVector(rest))
                .toArray();
        Surrogate learned = Beliefs.learned(model, effects).surrogate();
        for (int i = 0; i < 20; i++) {
            Configuration[] step = {Beliefs.any(random), Beliefs.any(random)};
            double expected = Beliefs.gain(TRUTH, step[0], step[1]);
            for (int j = 0; j < n; j++) {
                expected += weights[j] * covariance(steps.get(j), step);
            }
            double found = learned.gain(Beliefs.HALF, step[0], step[1]).mean();
            assertThat(Math.log1p(found)).isCloseTo(expected, within(1e-10));
        }
    }

    @Test
    void anErrorAtOneWorkloadCountsLessAtAnother() {
        Beliefs model = new Beliefs(List.of(TRUTH));
        Configuration leveled = DEFAULTS.with("compaction", "Leveled");
        LearnedModel corrected = Beliefs.learned(model, List.of(Beliefs.effect(DEFAULTS, leveled, -0.1, ERROR)));
        Surrogate learned = corrected.surrogate();
        double here = learned.gain(Beliefs.HALF, DEFAULTS, leveled).mean();
        double near = learned.gain(Workload.ofReadRatio(0.6), DEFAULTS, leveled).mean();
        double far = learned.gain(Workload.ofReadRatio(1), DEFAULTS, leveled).mean();
        assertThat(here).isLessThan(near);
        assertThat(near).isLessThan(far);
        assertThat(far).isLessThan(Math.expm1(0.2));
    }

    @Test
    void membersThatPredictedTheEffectGetMoreWeight() {
        List<double[]> members = List.of(
                new double[] {0.2, 0, 0.15, 0.1},
                new double[] {0.2, 0, 0.15, 0.1},
                new double[] {-0.1, 0, 0.15, 0.1},
                new double[] {-0.1, 0, 0.15, 0.1});
        double[] weights = MemberWeights.of(
                new double[][] {{0.2}, {0.2}, {-0.1}, {-0.1}}, new double[] {0.2}, new double[] {0.002});
        assertThat(weights[0]).isGreaterThan(100 * weights[2]);
        Configuration leveled = DEFAULTS.with("compaction", "Leveled");
        Beliefs model = new Beliefs(members);
        LearnedModel corrected = Beliefs.learned(model, List.of(Beliefs.effect(DEFAULTS, leveled, 0.2, ERROR)));
        Surrogate learned = corrected.surrogate();
        assertThat(Math.log1p(learned.gain(Beliefs.HALF, DEFAULTS, leveled).mean()))
                .isCloseTo(0.2, within(0.02));
    }

    /** However much the effects say, half of the members count. */
    @Test
    void fewEffectsMakeNoMemberTheModel() {
        Random random = new Random(3);
        for (int i = 0; i < 100; i++) {
            double[][] gains = new double[14][3];
            for (double[] member : gains) {
                for (int e = 0; e < member.length; e++) {
                    member[e] = 0.3 * random.nextGaussian();
                }
            }
            double[] weights = MemberWeights.of(gains, new double[3], new double[] {1e-6, 1e-6, 1e-6});
            assertThat(MemberWeights.effective(weights)).isCloseTo(7, within(0.01));
        }
    }

    /** Roll-outs of the best proposal until it is no longer proposed. A model that is wrong in one knob stops proposing it. */
    @ParameterizedTest
    @ValueSource(doubles = {0.15, 0.3, 0.5})
    void aModelThatIsWrongInOneKnobStopsProposingIt(double wrong) {
        int keepsTheGoodKnob = 0;
        for (int seed = 0; seed < WRONG; seed++) {
            Random random = new Random(seed);
            double[] truth = TRUTH.clone();
            truth[WRITES] = -wrong;
            double[] belief = TRUTH.clone();
            belief[WRITES] = wrong;
            Cluster cluster = new Cluster(Beliefs.around(belief, 0.03, 14, random), truth, random);
            for (int i = 0; i < 8; i++) {
                cluster.rollOut();
            }
            assertThat(cluster.raised)
                    .as("roll-outs that raise the wrong knob, seed %d", seed)
                    .isLessThanOrEqualTo(3);
            keepsTheGoodKnob += cluster.now.get("compaction").equals("Leveled") ? 1 : 0;
        }
        assertThat(keepsTheGoodKnob).as("of %d", WRONG).isGreaterThanOrEqualTo(WRONG * 24 / 25);
    }

    @Test
    void noiseDoesNotDiscreditACorrectModel() {
        int distrusted = 0;
        int keeps = 0;
        for (int seed = 0; seed < CORRECT; seed++) {
            Random random = new Random(seed);
            Cluster cluster = new Cluster(Beliefs.around(TRUTH, 0.03, 14, random), TRUTH, random);
            for (int i = 0; i < 15; i++) {
                cluster.restart();
                cluster.rollOut();
                distrusted += cluster.learned.reliability().isTrusted() ? 0 : 1;
            }
            cluster.restart();
            keeps += cluster.proposed().get("compaction").equals("Leveled") ? 1 : 0;
        }
        assertThat(distrusted).as("of 15 times %d", CORRECT).isLessThanOrEqualTo(CORRECT * 15 / 100);
        assertThat(keeps).as("of %d", CORRECT).isGreaterThanOrEqualTo(CORRECT * 99 / 100);
    }

    @Test
    void aModelThatIsWrongEverywhereOnlyAdvises() {
        for (int seed = 0; seed < WRONG; seed++) {
            Random random = new Random(seed);
            double[] truth = {-0.4, -0.4, -0.4, -0.4};
            double[] belief = {0.4, 0.4, 0.4, 0.4};
            Cluster cluster = new Cluster(Beliefs.around(belief, 0.03, 14, random), truth, random);
            cluster.rollOut();
            cluster.rollOut();
            Reliability measured = cluster.learned.reliability();
            assertThat(measured.isTrusted()).as("seed %d: %s", seed, measured).isFalse();
            assertThat(measured.widening()).isGreaterThan(1.5);
        }
    }

    @Test
    void anEffectThatTheModelCannotPredictTeachesNothing() {
        Beliefs model = new Beliefs(List.of(TRUTH));
        MeasuredEffect foreign =
                new MeasuredEffect(Beliefs.HALF, Beliefs.named(DEFAULTS), Map.of("trickle_fsync", "true"), -0.3, ERROR);
        MeasuredEffect partial = new MeasuredEffect(
                Beliefs.HALF, Map.of("compaction", "SizeTiered"), Map.of("compaction", "Leveled"), -0.3, ERROR);
        LearnedModel learned = Beliefs.learned(model, List.of(foreign, partial));
        assertThat(learned.surrogate()).isSameAs(model);
        assertThat(learned.effects()).containsExactly(foreign, partial);
        assertThat(learned.reliability().effects()).isZero();
    }

    @Test
    void anEffectOutsideTheTrainingDomainTeachesNothing() {
        Beliefs model = new Beliefs(List.of(TRUTH));
        List<Seen> seen = new ArrayList<>(Beliefs.DOMAIN.knobs());
        seen.set(WRITES, new Seen(16, 64, List.of()));
        TrainingDomain domain = new TrainingDomain(Map.of(WorkloadFeature.READ_RATIO, new Bounds(0.2, 0.6)), seen);
        Configuration leveled = DEFAULTS.with("compaction", "Leveled");
        Configuration beyond = DEFAULTS.with("concurrent_writes", 100);
        List<MeasuredEffect> outside = List.of(
                Beliefs.effect(DEFAULTS, beyond, -0.3, ERROR),
                Beliefs.effect(beyond, DEFAULTS, -0.3, ERROR),
                effect(Workload.ofReadRatio(0.66), leveled),
                effect(Beliefs.HALF.with(WorkloadFeature.SCAN_SHARE, 0.1), leveled));
        LearnedModel learned = LearnedModel.of(model, domain, 0.05, outside);
        assertThat(learned.surrogate()).isSameAs(model);
        assertThat(learned.reliability().effects()).isZero();

        List<MeasuredEffect> near = List.of(effect(Workload.ofReadRatio(0.64), leveled));
        Reliability measured = LearnedModel.of(model, domain, 0.05, near).reliability();
        assertThat(measured.effects()).isEqualTo(1);
    }

    /** The effect of a change from the defaults at a workload. */
    private static MeasuredEffect effect(Workload workload, Configuration to) {
        return new MeasuredEffect(workload, Beliefs.named(DEFAULTS), Beliefs.changed(DEFAULTS, to), -0.3, ERROR);
    }

    /** A cluster that rolls out what its model proposes, and keeps what its canary shows to be better. */
    private static final class Cluster {

        private final Beliefs model;
        private final double[] truth;
        private final Random random;
        private final List<MeasuredEffect> effects = new ArrayList<>();
        private LearnedModel learned;
        private Configuration now = DEFAULTS;
        private int raised;

        private Cluster(Beliefs model, double[] truth, Random random) {
            this.model = model;
            this.truth = truth;
            this.random = random;
            this.learned = LearnedModel.of(model);
        }

        private void restart() {
            now = DEFAULTS;
        }

        private Configuration proposed() {
            SearchSpace where =
                    new SearchSpace(Beliefs.SPACE, Map.of(), List.of(DEFAULTS, now), 2, Optional.of(Beliefs.DOMAIN));
            Surrogate surrogate = learned.surrogate();
            Configuration best = new GeneticSearch()
                    .search(surrogate, Beliefs.HALF, where, 1)
                    .best();
            Configuration pruned = ChangePruning.dropIneffectiveChanges(surrogate, Beliefs.HALF, now, best, where);
            boolean isWorthwhile = surrogate.gain(Beliefs.HALF, now, pruned).lowerBound(2) >= 0.03;
            return isWorthwhile ? pruned : now;
        }

        private void rollOut() {
            Configuration to = proposed();
            if (to.equals(now)) {
                return;
            }
            raised += to.code(WRITES) > now.code(WRITES) ? 1 : 0;
            double measured = Beliefs.gain(truth, now, to) + ERROR * random.nextGaussian();
            effects.add(Beliefs.effect(now, to, measured, ERROR));
            learned = Beliefs.learned(model, effects);
            if (measured > 0) {
                now = to;
            }
        }
    }

    /** Written apart from the code under test. */
    private static double covariance(Configuration[] one, Configuration[] other) {
        double sum = 0;
        for (int k = 0; k < Beliefs.SPACE.size(); k++) {
            sum += kernel(k, one[1], other[1])
                    - kernel(k, one[1], other[0])
                    - kernel(k, one[0], other[1])
                    + kernel(k, one[0], other[0]);
        }
        return 0.01 / 2 * sum;
    }

    private static double kernel(int knob, Configuration one, Configuration other) {
        double a = Beliefs.position(knob, one.code(knob));
        double b = Beliefs.position(knob, other.code(knob));
        return knob == 0 ? (a == b ? 1 : 0) : Math.exp(-2 * Math.abs(a - b));
    }
}
