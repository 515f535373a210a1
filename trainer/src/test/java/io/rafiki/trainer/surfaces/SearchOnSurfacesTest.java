package io.rafiki.trainer.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.Search;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.trainer.train.EnsembleTrainer;
import io.rafiki.trainer.train.Surface;
import io.rafiki.trainer.train.TrainingConfig;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What a recommendation is worth on surfaces whose truth is known: trained on few noisy trials, the search on the lower bound does no
 * harm, the search on the mean sometimes does (the optimiser's curse). As everywhere, what is found counts only if the lower bound of
 * its gain is above zero; else the default stays.
 */
class SearchOnSurfacesTest {

    /** Trials differ by that much from the truth, and so may a chosen configuration from what it was chosen for. */
    private static final double NOISE = 0.05;

    private static final int SURFACES = 12;

    private static final int TRIALS = 40;
    private static final double[] READ_RATIOS = {0.1, 0.5, 0.9};

    /** Surfaces of all knobs, and read ratios there; {@code -Drafiki.long=true} has more. */
    private static final int LARGE_SURFACES = Boolean.getBoolean("rafiki.long") ? 2 : 1;

    private static final double[] LARGE_READ_RATIOS =
            Boolean.getBoolean("rafiki.long") ? READ_RATIOS : new double[] {0.5};

    private static final TrainingConfig RECIPE = TrainingConfig.DEFAULT.with(20, 1, 3);

    /** True throughput of what is recommended over that of the default, surface by surface. */
    private static final List<Double> CAREFUL = new ArrayList<>();

    private static final List<Double> BOLD = new ArrayList<>();

    @BeforeAll
    static void search() throws InterruptedException {
        KnobSpace space = Surface.paperKnobs();
        for (int seed = 1; seed <= SURFACES; seed++) {
            Surface surface = new Surface(space, seed);
            Ensemble ensemble = new EnsembleTrainer(RECIPE, finished -> {})
                    .train(surface.samples(TRIALS, NOISE, seed))
                    .ensemble();
            for (double readRatio : READ_RATIOS) {
                CAREFUL.add(gain(surface, ensemble, readRatio, SearchSpace.KAPPA));
                BOLD.add(gain(surface, ensemble, readRatio, 0));
            }
        }
    }

    @Test
    void theLowerBoundIsNeverWorseThanTheDefaultBeyondNoise() {
        assertThat(CAREFUL).allMatch(gain -> gain > 1 - NOISE);
        assertThat(mean(CAREFUL)).isGreaterThan(1.1);
    }

    @Test
    void theMeanSometimesIs() {
        assertThat(BOLD).anyMatch(gain -> gain < 1 - NOISE);
    }

    /** All knobs of the catalogue: no exhaustive search ends there. */
    @Test
    void theSearchComesWithinFivePercentOfAMuchLongerOne() throws Exception {
        KnobSpace space = KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 1024))
                .space();
        for (int seed = 1; seed <= LARGE_SURFACES; seed++) {
            Ensemble ensemble = new EnsembleTrainer(RECIPE, finished -> {})
                    .train(new Surface(space, seed).samples(120, NOISE, seed))
                    .ensemble();
            for (double readRatio : LARGE_READ_RATIOS) {
                double known = bound(GeneticSearch.thorough(), ensemble, readRatio, 100);
                for (int search = 0; search < 5; search++) {
                    assertThat(bound(new GeneticSearch(), ensemble, readRatio, search))
                            .as("surface %d, read ratio %s, search %d", seed, readRatio, search)
                            .isGreaterThanOrEqualTo(0.95 * known);
                }
            }
        }
    }

    private static double bound(Search search, Ensemble ensemble, double readRatio, long seed) {
        return search.search(ensemble, Workload.ofReadRatio(readRatio), SearchSpace.of(ensemble.space()), seed)
                .prediction()
                .lowerBound(SearchSpace.KAPPA);
    }

    private static double gain(Surface surface, Ensemble ensemble, double readRatio, double kappa) {
        Configuration usual = surface.space().defaults();
        Configuration chosen = new GeneticSearch()
                .search(
                        ensemble,
                        Workload.ofReadRatio(readRatio),
                        SearchSpace.of(surface.space()).kappa(kappa),
                        1)
                .best();
        boolean better =
                ensemble.gain(Workload.ofReadRatio(readRatio), usual, chosen).lowerBound(kappa) > 0;
        return better ? surface.value(readRatio, chosen) / surface.value(readRatio, usual) : 1;
    }

    private static double mean(List<Double> gains) {
        return gains.stream().mapToDouble(gain -> gain).average().orElseThrow();
    }
}
