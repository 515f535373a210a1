package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.model.Provenance;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Prediction;
import io.rafiki.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class EnsembleTrainerTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32),
            new IntegerKnob("file_cache_size", "MiB", 64, 512, Map.of("off", 0L), 0)));

    private static final TrainingConfig SMALL =
            TrainingConfig.DEFAULT.with(List.of(8, 3), 80).with(10, 1, 3);
    private static final Provenance NOWHERE = new Provenance(Map.of(), 90, "hash", "test", 3);

    private final Surface surface = new Surface(SPACE, 1);

    @Test
    void predictsConfigurationsThatItHasNotSeen() throws InterruptedException {
        TrainedEnsemble trained = train(SMALL, surface.samples(90, 0.03, 11));
        Ensemble ensemble = trained.ensemble();
        Random random = new Random(12);
        double error = 0;
        for (int i = 0; i < 500; i++) {
            double readRatio = random.nextDouble();
            Configuration configuration = surface.random(random);
            double truth = surface.value(readRatio, configuration);
            error += Math.abs(ensemble.predict(Workload.ofReadRatio(readRatio), configuration)
                                    .mean()
                            - truth)
                    / truth
                    / 500;
        }
        assertThat(error).as("mean relative error").isLessThan(0.06);
        assertThat(trained.heldOutError()).as("with noise").isBetween(0.01, 0.12);
        assertThat(trained.trained()).isEqualTo(10);
        assertThat(trained.size()).isEqualTo(10);
    }

    @Test
    void theSameSeedGivesTheSameBytesOnAnyNumberOfThreads() throws Exception {
        TrainingData samples = surface.samples(40, 0.03, 1);
        TrainingConfig quick = TrainingConfig.DEFAULT.with(List.of(6, 3), 30).with(4, 1, 5);
        byte[] one = bytes(quick, samples);
        assertThat(bytes(quick.with(4, 3, 5), samples)).isEqualTo(one);
        assertThat(bytes(quick.with(4, 1, 6), samples)).isNotEqualTo(one);
    }

    @Test
    void theGainIsMoreCertainThanTheThroughput() throws InterruptedException {
        Ensemble ensemble = train(SMALL, surface.samples(90, 0.05, 2)).ensemble();
        double ofGains = 0;
        double asIfIndependent = 0;
        for (int writes : new int[] {16, 24, 48, 64, 96}) {
            for (double readRatio : new double[] {0.1, 0.5, 0.9}) {
                Configuration other = SPACE.configuration(Map.of("concurrent_writes", writes));
                Prediction base = ensemble.predict(Workload.ofReadRatio(readRatio), SPACE.defaults());
                Prediction changed = ensemble.predict(Workload.ofReadRatio(readRatio), other);
                ofGains += ensemble.gain(Workload.ofReadRatio(readRatio), SPACE.defaults(), other)
                        .deviation();
                asIfIndependent += Math.hypot(changed.deviation(), base.deviation()) / base.mean();
            }
        }
        assertThat(ofGains).isLessThan(asIfIndependent);
    }

    @Test
    void refusesTrialsWithoutVariation() {
        List<TrainingData.Point> points = surface.samples(25, 0, 1).points();
        assertThatThrownBy(() -> new TrainingData(SPACE, points.subList(0, 9)))
                .hasMessage("expected at least 10 samples, found 9. Collect more.");
        assertThatThrownBy(() -> new TrainingData(SPACE, all(points, 5000.0)))
                .hasMessageStartingWith("expected measurements that differ, found 5000.0 in all 25 trials.");
        List<TrainingData.Point> same = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            same.add(new TrainingData.Point(Workload.ofReadRatio(0.5), SPACE.defaults(), 5000 + i));
        }
        assertThatThrownBy(() -> new TrainingData(SPACE, same))
                .hasMessageStartingWith("expected workloads or configurations that differ, found the same in all 25");
        for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            List<TrainingData.Point> one = new ArrayList<>(points);
            one.set(7, new TrainingData.Point(Workload.ofReadRatio(0.5), SPACE.defaults(), bad));
            assertThatThrownBy(() -> new TrainingData(SPACE, one))
                    .hasMessageStartingWith("expected finite measurements, found " + bad);
        }
        List<TrainingData.Point> one = new ArrayList<>(points);
        one.set(7, new TrainingData.Point(Workload.NONE, SPACE.defaults(), 5000));
        assertThatThrownBy(() -> new TrainingData(SPACE, one))
                .hasMessageStartingWith("expected a read ratio in every trial, found none at ");
    }

    @Test
    void learnsValuesOfAnySignWithoutTheirLogarithm() throws InterruptedException {
        List<TrainingData.Point> shifted = surface.samples(60, 0.01, 3).points().stream()
                .map(point -> new TrainingData.Point(point.workload(), point.configuration(), point.value() - 45_000))
                .toList();
        TrainedEnsemble trained = train(SMALL, new TrainingData(SPACE, shifted));
        assertThat(trained.kept()).noneMatch(network -> network.kind().logarithmic());
        assertThat(trained.heldOutError()).isBetween(0.01, 0.6);
    }

    @Test
    void learnsATableWithoutReadRatioAndWithAConstantKnob() throws InterruptedException {
        List<TrainingData.Point> table = surface.samples(60, 0.01, 3).points().stream()
                .map(point -> new TrainingData.Point(
                        Workload.NONE, point.configuration().with("compaction", "Leveled"), point.value()))
                .toList();
        TrainingData samples = new TrainingData(SPACE, table);
        assertThat(samples.encoding().size()).as("two numbers and off").isEqualTo(3);
        double mean = train(SMALL, samples)
                .ensemble()
                .predict(Workload.NONE, SPACE.defaults())
                .mean();
        assertThat(mean).isBetween(20_000.0, 80_000.0);
    }

    @Test
    void reportsThatAllNetworksAreConstant() {
        Random random = new Random(21);
        List<TrainingData.Point> points = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            double value = 50_000 + 1000 * random.nextGaussian();
            points.add(new TrainingData.Point(Workload.ofReadRatio(0), SPACE.defaults(), value));
            points.add(new TrainingData.Point(Workload.ofReadRatio(1), SPACE.defaults(), value));
        }
        assertThatThrownBy(() -> train(SMALL, new TrainingData(SPACE, points)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("networks: expected an effect of knobs or workload in at least 5 of 10, found one in 0: the"
                        + " others became constants. Collect more trials, or less noisy ones.");
    }

    /** One network of thirty has no spread: its gains would be certain. */
    @Test
    void refusesAnEnsembleOfFewerThanHalfOfTheNetworks() {
        EnsembleTrainer.requireHalf(15, 30);
        EnsembleTrainer.requireHalf(1, 1);
        assertThatThrownBy(() -> EnsembleTrainer.requireHalf(14, 30))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("in at least 15 of 30, found one in 14: ");
        assertThatThrownBy(() -> EnsembleTrainer.requireHalf(1, 3)).hasMessageContaining("2 of 3, found one in 1: ");
    }

    @Test
    void eachNetworkOmitsOneOfFewConfigurations() throws InterruptedException {
        Random random = new Random(5);
        List<TrainingData.Point> points = new ArrayList<>();
        for (int writes : new int[] {16, 64, 128}) {
            Configuration configuration = SPACE.defaults().with("concurrent_writes", writes);
            for (int i = 0; i <= 10; i++) {
                double value = (40_000 + 300 * writes + 2_000 * i) * Math.exp(0.01 * random.nextGaussian());
                points.add(new TrainingData.Point(Workload.ofReadRatio(i / 10.0), configuration, value));
            }
        }
        TrainedEnsemble trained = train(SMALL, new TrainingData(SPACE, points));
        assertThat(trained.isHeldOutByConfiguration()).isTrue();
        assertThat(trained.kept()).allSatisfy(network -> {
            double[] heldOut = network.heldOut();
            List<Integer> omitted = new ArrayList<>();
            for (int s = 0; s < heldOut.length; s++) {
                if (!Double.isNaN(heldOut[s])) {
                    omitted.add(s);
                }
            }
            assertThat(omitted).as("all of one configuration").hasSize(11);
            assertThat(omitted.get(0) % 11).isZero();
            assertThat(omitted.get(10)).isEqualTo(omitted.get(0) + 10);
        });
    }

    /** Linear networks predict negative latencies between the samples of so wide a range. */
    @Test
    void eachNetworkPredictsAPositiveLatency() throws InterruptedException {
        TrainingData throughputs = surface.samples(40, 0.05, 7);
        double most = Arrays.stream(throughputs.values()).max().orElseThrow();
        TrainingData latencies = new TrainingData(
                SPACE,
                throughputs.points().stream()
                        .map(point -> new TrainingData.Point(
                                point.workload(), point.configuration(), 1_000 * Math.pow(most / point.value(), 4)))
                        .toList());
        assertThat(least(SMALL, latencies)).isNegative();
        assertThat(least(SMALL.forMetric(Metric.READ_P99), latencies)).isPositive();
        assertThat(SMALL.forMetric(Metric.THROUGHPUT)).isEqualTo(SMALL);
        assertThat(TrainingConfig.PAPER.forMetric(Metric.READ_P99)).isEqualTo(TrainingConfig.PAPER);
    }

    private double least(TrainingConfig recipe, TrainingData samples) throws InterruptedException {
        Ensemble ensemble = train(recipe, samples).ensemble();
        Random random = new Random(8);
        return DoubleStream.generate(() -> Collections.min(
                        ensemble.memberPredictions(Workload.ofReadRatio(random.nextDouble()), surface.random(random))
                                .members()))
                .limit(500)
                .min()
                .orElseThrow();
    }

    private static TrainedEnsemble train(TrainingConfig recipe, TrainingData samples) throws InterruptedException {
        return new EnsembleTrainer(recipe, finished -> {}).train(samples);
    }

    private static byte[] bytes(TrainingConfig recipe, TrainingData samples) throws InterruptedException, IOException {
        return TrainedEnsemble.bundle(Map.of(Metric.THROUGHPUT, train(recipe, samples)), NOWHERE)
                .toBytes();
    }

    private static List<TrainingData.Point> all(List<TrainingData.Point> points, double throughput) {
        return points.stream()
                .map(point -> new TrainingData.Point(point.workload(), point.configuration(), throughput))
                .toList();
    }
}
