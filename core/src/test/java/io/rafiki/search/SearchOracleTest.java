package io.rafiki.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The search on the shipped model against an exhaustive search of all its live knobs. {@code rafiki bench search --exhaustive --seeds 1000}
 * is the long form, with a finer grid and times.
 */
class SearchOracleTest {

    private static final Path MODEL = Path.of("../conf/models/cassandra-5.0-2core/model.zip");
    private static final int SEEDS = 30;
    private static final int STEPS = 8;
    private static final double NEAR = 0.995;

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.9})
    void comesWithinHalfAPercentOfTheOptimumFromEverySeed(double readRatio) throws Exception {
        Ensemble model = ModelBundle.read(MODEL).ensemble();
        Workload workload = Workload.ofReadRatio(readRatio);
        SearchSpace where = SearchSpace.of(model.space());
        double best = bound(new ExhaustiveSearch(STEPS).search(model, workload, where, 0));
        double[] found = IntStream.range(0, SEEDS)
                .mapToDouble(seed -> bound(new GeneticSearch().search(model, workload, where, seed)))
                .toArray();
        double optimum = Math.max(
                best,
                IntStream.range(0, SEEDS).mapToDouble(seed -> found[seed]).max().orElseThrow());
        for (int seed = 0; seed < SEEDS; seed++) {
            assertThat(found[seed] / optimum)
                    .as("share of the optimum, read ratio %s, seed %d", readRatio, seed)
                    .isGreaterThanOrEqualTo(NEAR);
        }
    }

    private static double bound(SearchResult result) {
        return result.prediction().lowerBound(SearchSpace.KAPPA);
    }
}
