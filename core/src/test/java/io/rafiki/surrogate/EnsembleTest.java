package io.rafiki.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.workload.Workload;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EnsembleTest {

    private static final Workload HALF = Workload.ofReadRatio(0.5);

    private final KnobSpace space = Models.space();
    private final FeatureEncoder encoding = FeatureEncoder.of(space);

    @Test
    void agreesWithThePlainFormulaForAnyBatchSize() {
        for (int[] hidden : new int[][] {{14, 4}, {10}, {5, 3, 2}, {7}}) {
            int[] layers = new int[hidden.length + 2];
            layers[0] = encoding.size();
            System.arraycopy(hidden, 0, layers, 1, hidden.length);
            layers[layers.length - 1] = 1;
            Random random = new Random(11);
            List<Network> networks = new ArrayList<>();
            for (int m = 0; m < 5; m++) {
                networks.add(new Network(
                        layers,
                        random.doubles(Network.parameters(layers), -1.5, 1.5).toArray()));
            }
            List<OutputScaling> targets = List.of(
                    new OutputScaling(false, 5e4, 2e4),
                    new OutputScaling(true, 10, 0.5),
                    new OutputScaling(false, 4e4, 1e4),
                    new OutputScaling(true, 11, 1),
                    new OutputScaling(false, 6e4, 3e4));
            Ensemble ensemble = new Ensemble(space, encoding, networks, targets);
            for (int n : new int[] {0, 1, 63, 64, 65, 200}) {
                double[] codes = random(n, random);
                double[] mean = new double[n];
                double[] deviation = new double[n];
                ensemble.predict(Workload.ofReadRatio(0.3), codes, n, mean, deviation);
                for (int r = 0; r < n; r++) {
                    double[] inputs = encoding.encode(Workload.ofReadRatio(0.3), row(codes, r));
                    double[] outputs = new double[5];
                    for (int m = 0; m < 5; m++) {
                        outputs[m] = targets.get(m).value(plain(networks.get(m), inputs));
                    }
                    double expected = Arrays.stream(outputs).average().orElseThrow();
                    double variance = Arrays.stream(outputs)
                                    .map(y -> (y - expected) * (y - expected))
                                    .sum()
                            / 4;
                    assertThat(mean[r] / expected).isCloseTo(1, within(1e-10));
                    assertThat(deviation[r] / Math.sqrt(variance)).isCloseTo(1, within(1e-9));
                }
            }
        }
    }

    @Test
    void predictsEachMemberAsItsOwnSurrogateDoes() {
        Ensemble ensemble = Models.ensemble(space, 6, 5);
        Configuration other = space.defaults().with("concurrent_writes", "100");
        MemberPredictions predictions = ensemble.memberPredictions(HALF, other);
        assertThat(predictions.members())
                .isEqualTo(ensemble.members().stream()
                        .map(member -> member.predict(HALF, other).mean())
                        .toList());
        assertThat(predictions.combined())
                .isEqualTo(ensemble.predict(HALF, other).mean());
        assertThat(Aggregation.MEAN.of(predictions.members())).isCloseTo(predictions.combined(), within(1e-6));
        assertThat(Aggregation.MEDIAN.of(List.of(5.0, 1.0, 3.0, 2.0))).isEqualTo(2.5);
        assertThat(Aggregation.MEDIAN.of(List.of(5.0, 1.0, 3.0))).isEqualTo(3);
    }

    @Test
    void aBatchHasThePredictionsOfEachMember() {
        Ensemble ensemble = Models.ensemble(space, 6, 5);
        double[] codes = random(200, new Random(3));
        double[][] members = new double[6][200];
        ensemble.predict(HALF, codes, 200, new double[200], new double[200], members);
        double[] own = new double[200];
        for (int m = 0; m < members.length; m++) {
            ensemble.members().get(m).predict(HALF, codes, 200, own, new double[200]);
            assertThat(members[m]).isEqualTo(own);
        }
    }

    @Test
    void theDifferenceOfTwoEvaluatorsIsTheLargestOfAMember() {
        MemberPredictions one = new MemberPredictions(List.of(1.0, 2.0, 4.0), 2);
        assertThat(one.largestDifference(one)).isZero();
        assertThat(one.largestDifference(new MemberPredictions(List.of(1.0, 2.0, 5.0), 2)))
                .isCloseTo(0.2, within(1e-12));
        assertThat(one.largestDifference(new MemberPredictions(List.of(1.0, 2.0, 4.0), 2.5)))
                .isCloseTo(0.2, within(1e-12));
        assertThat(one.largestDifference(new MemberPredictions(List.of(1.0, 2.0), 2)))
                .isInfinite();
        assertThat(one.largestDifference(new MemberPredictions(List.of(1.0, 2.0, Double.NaN), 2)))
                .isInfinite();
    }

    @Test
    void aGainOverAPredictionThatIsNotPositiveIsNoNumber() {
        KnobSpace space = this.space;
        int[] layers = {encoding.size(), 1};
        double[] weights = new double[Network.parameters(layers)];
        for (double centre : new double[] {-1, 0}) {
            Ensemble ensemble = new Ensemble(
                    space,
                    encoding,
                    List.of(new Network(layers, weights)),
                    List.of(new OutputScaling(false, centre, 1)));
            assertThat(ensemble.gain(HALF, space.defaults(), space.defaults()).mean())
                    .isNaN();
        }
    }

    @Test
    void allocatesNothingOnceItRuns() {
        Ensemble ensemble = Models.ensemble(space, 14, 1);
        double[] codes = random(640, new Random(2));
        double[] mean = new double[640];
        double[] deviation = new double[640];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 200; i++) {
            ensemble.predict(HALF, codes, 640, mean, deviation);
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        long measuring = threads.getCurrentThreadAllocatedBytes() - before;
        for (int i = 0; i < 100; i++) {
            ensemble.predict(HALF, codes, 640, mean, deviation);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before - 2 * measuring;
        assertThat(allocated).as("bytes for 64,000 evaluations").isLessThan(1000);
    }

    @Test
    void aCopyIsIndependentAndPredictsTheSame() {
        Ensemble ensemble = Models.ensemble(space, 3, 5);
        Surrogate copy = ensemble.copy();
        Prediction before = ensemble.predict(Workload.ofReadRatio(0.5), space.defaults());
        copy.predict(Workload.ofReadRatio(0.1), space.configuration(Map.of("compaction", "Leveled")));
        assertThat(copy.predict(Workload.ofReadRatio(0.5), space.defaults())).isEqualTo(before);
        assertThat(ensemble.predict(Workload.ofReadRatio(0.5), space.defaults()))
                .isEqualTo(before);
    }

    @Test
    void theGainsDeviationIsThatOfPairedDifferences() {
        int[] layers = {encoding.size(), 1};
        double[] weights = new double[encoding.size() + 1];
        weights[6] = 1;
        List<Network> networks = new ArrayList<>();
        List<OutputScaling> targets = new ArrayList<>();
        for (int m = 0; m < 4; m++) {
            // all agree on the slope of concurrent_writes, none on the level
            networks.add(new Network(layers, weights));
            targets.add(new OutputScaling(false, 40_000 + 10_000 * m, 5_000));
        }
        Ensemble ensemble = new Ensemble(space, encoding, networks, targets);
        Configuration more = space.configuration(Map.of("concurrent_writes", 128));
        assertThat(ensemble.predict(Workload.ofReadRatio(0.5), more).deviation())
                .isGreaterThan(10_000);
        RelativeGain gain = ensemble.gain(Workload.ofReadRatio(0.5), space.defaults(), more);
        assertThat(gain.deviation()).isCloseTo(0, within(1e-12));
        assertThat(gain.mean()).isCloseTo(5_000 / 55_000.0, within(1e-9));
        assertThat(gain.lowerBound(2)).isCloseTo(gain.mean(), within(1e-9));
    }

    @Test
    void refusesNetworksOfAnotherSpace() {
        int[] layers = {3, 2, 1};
        Network other = new Network(layers, new double[Network.parameters(layers)]);
        List<OutputScaling> target = List.of(new OutputScaling(false, 0, 1));
        assertThatThrownBy(() -> new Ensemble(space, encoding, List.of(other), target))
                .hasMessage("ensemble: expected networks with 8 inputs, as the knob space gives, found 3");
        assertThatThrownBy(() -> new Ensemble(space, encoding, List.of(), List.of()))
                .hasMessageContaining("at least one");
    }

    private static double plain(Network network, double[] inputs) {
        int[] layers = network.layers();
        double[] weights = network.parameters();
        double[] below = inputs;
        int at = 0;
        for (int l = 1; l < layers.length; l++) {
            double[] here = new double[layers[l]];
            int biases = at + layers[l - 1] * layers[l];
            for (int j = 0; j < here.length; j++) {
                here[j] = weights[biases + j];
                for (int i = 0; i < below.length; i++) {
                    here[j] += weights[at + j * below.length + i] * below[i];
                }
                here[j] = l < layers.length - 1 ? Math.tanh(here[j]) : here[j];
            }
            at = biases + layers[l];
            below = here;
        }
        return below[0];
    }

    private double[] random(int n, Random random) {
        double[] codes = new double[n * space.size()];
        for (int r = 0; r < n; r++) {
            codes[r * 4] = random.nextInt(3);
            codes[r * 4 + 1] = random.nextInt(3) == 0 ? 0 : 64 + random.nextInt(449);
            codes[r * 4 + 2] = 8 + random.nextInt(121);
            codes[r * 4 + 3] = 0.05 + 0.65 * random.nextDouble();
        }
        return codes;
    }

    private double[] row(double[] codes, int r) {
        return Arrays.copyOfRange(codes, r * space.size(), (r + 1) * space.size());
    }
}
