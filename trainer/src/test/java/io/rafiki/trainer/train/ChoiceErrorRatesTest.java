package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.GuardrailConfig;
import io.rafiki.knob.Configuration;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Simulated error rates of the gain that a search finds. The search selects the greatest lower bound, so it also selects errors of the
 * model. The rates exceed the nominal 2.3 %.
 */
class ChoiceErrorRatesTest {

    private static final double[] READ_RATIOS = {0.1, 0.5, 0.9};
    private static final int SURFACES = 20;
    private static final int TRIALS = 60;
    private static final double NOISE = 0.1;
    private static final double KAPPA = 2;

    @Test
    void noiseAloneRarelyLooksLikeAGain() throws InterruptedException {
        assertThat(rate(true)).isLessThan(0.15);
    }

    @Test
    void aTrueGainIsRarelyLessThanItsLowerBound() throws InterruptedException {
        assertThat(rate(false)).isLessThan(0.2);
    }

    /** The share of searches that recommend a choice whose true gain is less than its lower bound. */
    private static double rate(boolean flat) throws InterruptedException {
        int wrong = 0;
        for (int seed = 1; seed <= SURFACES; seed++) {
            Surface surface = new Surface(Surface.paperKnobs(), seed);
            Ensemble ensemble = new EnsembleTrainer(TrainingConfig.DEFAULT.with(1, seed), finished -> {})
                    .train(trials(surface, flat, new Random(seed)))
                    .ensemble();
            Configuration baseline = surface.space().defaults();
            for (double readRatio : READ_RATIOS) {
                Workload workload = Workload.ofReadRatio(readRatio);
                SearchSpace where = SearchSpace.of(surface.space()).startFrom(baseline);
                Configuration choice = new GeneticSearch()
                        .search(ensemble, workload, where, seed)
                        .best();
                double bound = ensemble.gain(workload, baseline, choice).lowerBound(KAPPA);
                double gain = value(surface, flat, readRatio, choice) / value(surface, flat, readRatio, baseline) - 1;
                wrong += bound > GuardrailConfig.MIN_GAIN && gain < bound ? 1 : 0;
            }
        }
        return wrong / (double) (SURFACES * READ_RATIOS.length);
    }

    /** A quarter of the trials has the baseline. */
    private static TrainingData trials(Surface surface, boolean flat, Random random) {
        List<TrainingData.Point> points = new ArrayList<>();
        for (int i = 0; i < TRIALS; i++) {
            boolean baseline = i < TRIALS / 4;
            double readRatio = baseline ? READ_RATIOS[i % READ_RATIOS.length] : random.nextInt(11) / 10.0;
            Configuration configuration = baseline ? surface.space().defaults() : surface.random(random);
            double measured = value(surface, flat, readRatio, configuration) * Math.exp(NOISE * random.nextGaussian());
            points.add(new TrainingData.Point(Workload.ofReadRatio(readRatio), configuration, measured));
        }
        return new TrainingData(surface.space(), points);
    }

    private static double value(Surface surface, boolean flat, double readRatio, Configuration configuration) {
        return flat ? 10_000 : surface.value(readRatio, configuration);
    }
}
