package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Gain;
import io.rafiki.surrogate.Provenance;
import io.rafiki.trainer.bench.Surface;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EnsembleTrainerTest {

    private static final KnobSpace SPACE = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled"), 0),
            new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32),
            new IntegerKnob("file_cache_size", "MiB", 64, 512, Map.of("off", 0L), 0)));

    private static final Recipe SMALL = new Recipe(6, List.of(8, 3), 80, 0.7, 3, 1);
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
            error += Math.abs(ensemble.predict(readRatio, configuration).mean() - truth) / truth / 500;
        }
        assertThat(error).as("mean relative error").isLessThan(0.06);
        assertThat(trained.leaveOneOut())
                .as("leave-one-out against the error with noise")
                .isBetween(0.01, 0.08);
        assertThat(trained.trained()).isEqualTo(6);
        assertThat(trained.size()).isEqualTo(4);
    }

    @Test
    void theSameSeedGivesTheSameBytesOnAnyNumberOfThreads() throws Exception {
        Samples samples = surface.samples(40, 0.03, 1);
        Recipe quick = new Recipe(4, List.of(6, 3), 30, 0.7, 5, 1);
        byte[] one = train(quick, samples).bundle(NOWHERE).toBytes();
        assertThat(train(quick.with(4, 3, 5), samples).bundle(NOWHERE).toBytes())
                .isEqualTo(one);
        assertThat(train(quick.with(4, 1, 6), samples).bundle(NOWHERE).toBytes())
                .isNotEqualTo(one);
    }

    @Test
    void theGainIsMoreCertainThanTheThroughput() throws InterruptedException {
        Ensemble ensemble = train(SMALL, surface.samples(90, 0.05, 2)).ensemble();
        Configuration better = SPACE.configuration(Map.of("concurrent_writes", 64));
        Gain gain = ensemble.gain(0.5, SPACE.defaults(), better);
        double apart = Math.hypot(
                ensemble.predict(0.5, better).deviation(),
                ensemble.predict(0.5, SPACE.defaults()).deviation());
        assertThat(gain.deviation())
                .isLessThan(apart / ensemble.predict(0.5, SPACE.defaults()).mean());
    }

    @Test
    void refusesWhatNothingCanBeLearntFrom() {
        List<Samples.Point> points = surface.samples(25, 0, 1).points();
        assertThatThrownBy(() -> new Samples(SPACE, points.subList(0, 19)))
                .hasMessage("expected at least 20 trials with status ok, found 19. Collect more.");
        assertThatThrownBy(() -> new Samples(SPACE, all(points, 5000.0)))
                .hasMessageStartingWith("expected throughputs that differ, found 5000.0 in all 25 trials.");
        for (double bad : new double[] {0, -3, Double.NaN, Double.POSITIVE_INFINITY}) {
            List<Samples.Point> one = new ArrayList<>(points);
            one.set(7, new Samples.Point(0.5, SPACE.defaults(), bad));
            assertThatThrownBy(() -> new Samples(SPACE, one))
                    .hasMessageStartingWith("expected positive throughputs, found " + bad);
        }
    }

    @Test
    void saysSoWhereEveryNetworkBecomesAConstant() {
        Random random = new Random(21);
        List<Samples.Point> points = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            // one configuration at one read ratio, measured again and again
            points.add(new Samples.Point(0.5, SPACE.defaults(), 50_000 + 1000 * random.nextGaussian()));
        }
        assertThatThrownBy(() -> train(SMALL, new Samples(SPACE, points)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("every network became a constant");
    }

    private static TrainedEnsemble train(Recipe recipe, Samples samples) throws InterruptedException {
        return new EnsembleTrainer(recipe, finished -> {}).train(samples);
    }

    private static List<Samples.Point> all(List<Samples.Point> points, double throughput) {
        return points.stream()
                .map(point -> new Samples.Point(point.readRatio(), point.configuration(), throughput))
                .toList();
    }
}
