package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Prediction;
import io.rafiki.surrogate.RelativeGain;
import io.rafiki.workload.Workload;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How often what was not seen lies within the predicted deviations, on surfaces with 5 % noise whose truth is known. */
class DeviationTest {

    private static final double NOISE = 0.05;
    private static final int SURFACES = 4;
    private static final int POINTS = 300;

    private double withinOne;
    private double withinTwo;
    private double withinTwoSpreads;
    private double gainWithinTwo;

    @Test
    void fewSamplesMakeDeviationsThatHold() throws InterruptedException {
        cover(40);
        assertThat(withinOne).as("68 %% expected").isBetween(0.55, 0.85);
        assertThat(withinTwo).as("95 %% expected").isBetween(0.88, 1.0);
        assertThat(gainWithinTwo).as("95 %% expected").isBetween(0.85, 1.0);
    }

    @Test
    void manySamplesMakeDeviationsThatHold() throws InterruptedException {
        cover(120);
        assertThat(withinOne).as("68 %% expected").isBetween(0.58, 0.82);
        assertThat(withinTwo).as("95 %% expected").isBetween(0.90, 1.0);
        assertThat(gainWithinTwo).as("95 %% expected").isBetween(0.85, 1.0);
        assertThat(withinTwoSpreads)
                .as("the spread contains the noise of the samples")
                .isBetween(0.90, 1.0);
    }

    private void cover(int samples) throws InterruptedException {
        for (int seed = 1; seed <= SURFACES; seed++) {
            Surface surface = new Surface(Surface.paperKnobs(), seed);
            Ensemble ensemble = new EnsembleTrainer(TrainingConfig.DEFAULT.with(2, seed), finished -> {})
                    .train(surface.samples(samples, NOISE, seed))
                    .ensemble();
            Random random = new Random(100 + seed);
            for (int i = 0; i < POINTS; i++) {
                measure(surface, ensemble, random);
            }
        }
    }

    private void measure(Surface surface, Ensemble ensemble, Random random) {
        double share = 1.0 / (SURFACES * POINTS);
        double readRatio = random.nextDouble();
        Configuration configuration = surface.random(random);
        double truth = surface.value(readRatio, configuration);
        double measured = truth * Math.exp(NOISE * random.nextGaussian());
        Prediction prediction = ensemble.predict(Workload.ofReadRatio(readRatio), configuration);
        double deviation =
                Math.hypot(prediction.deviation(), ensemble.calibration().noise(prediction.mean()));
        double error = Math.abs(prediction.mean() - measured);
        withinOne += error <= deviation ? share : 0;
        withinTwo += error <= 2 * deviation ? share : 0;
        withinTwoSpreads +=
                error <= 2 * prediction.deviation() / ensemble.calibration().scale() ? share : 0;
        RelativeGain gain =
                ensemble.gain(Workload.ofReadRatio(readRatio), surface.space().defaults(), configuration);
        double trueGain = truth / surface.value(readRatio, surface.space().defaults()) - 1;
        gainWithinTwo += Math.abs(gain.mean() - trueGain) <= 2 * gain.deviation() ? share : 0;
    }
}
