package io.rafiki.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Models;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Searches for throughput under a bound on another predicted quantity. */
class BoundedSearchTest {

    private final KnobSpace space = new KnobSpace(List.of(
            new IntegerKnob("concurrent_reads", "", 8, 127, Map.of(), 32),
            new IntegerKnob("concurrent_writes", "", 8, 127, Map.of(), 32)));
    private final Surrogate throughput = new Formula(space, 0, codes -> 100 * codes[0] + 50 * codes[1]);
    /** Latency grows with the readers; its deviation is 5. */
    private final Surrogate latency = new Formula(space, 5, codes -> 10 * codes[0]);

    private final Search genetic = new GeneticSearch();

    @Test
    void maximisesThroughputAmongWhatKeepsTheBound() {
        SearchSpace where = SearchSpace.of(space).keep(new OutputConstraint(latency, 600));
        for (int seed = 0; seed < 30; seed++) {
            SearchResult found = genetic.search(throughput, Workload.ofReadRatio(0.5), where, seed);
            assertThat(found.best().get("concurrent_reads"))
                    .as("10 x 59 + 2 x 5 is the limit, seed %d", seed)
                    .isEqualTo(59L);
            assertThat(found.best().get("concurrent_writes")).isEqualTo(127L);
            assertThat(violation(throughput, where, found)).isZero();
            assertThat(found.prediction().mean()).isEqualTo(100 * 59 + 50 * 127);
        }
    }

    @Test
    void agreesWithTheExhaustiveSearchOnNetworks() {
        Ensemble ensemble = Models.ensemble(space, 6, 3);
        Ensemble other = Models.ensemble(space, 6, 9);
        double least = new ExhaustiveSearch(120)
                .search(
                        new Formula(space, 0, codes -> -upper(other, codes)),
                        Workload.ofReadRatio(0.5),
                        SearchSpace.of(space),
                        0)
                .prediction()
                .mean();
        for (double beyond : new double[] {0.999, 1.01, 1.05}) {
            SearchSpace where = SearchSpace.of(space).keep(new OutputConstraint(other, -least * beyond));
            SearchResult optimum = new ExhaustiveSearch(120).search(ensemble, Workload.ofReadRatio(0.5), where, 0);
            double optimal = violation(ensemble, where, optimum);
            assertThat(optimal <= 0).isEqualTo(beyond > 1);
            for (int seed = 0; seed < 10; seed++) {
                SearchResult found = genetic.search(ensemble, Workload.ofReadRatio(0.5), where, seed);
                double violation = violation(ensemble, where, found);
                assertThat(violation <= 0).isEqualTo(beyond > 1);
                assertThat(violation).isCloseTo(optimal, within(1e-4));
                assertThat(beyond < 1 || bound(found) >= 0.99 * bound(optimum))
                        .as("beyond %s, seed %d", beyond, seed)
                        .isTrue();
            }
        }
    }

    @Test
    void returnsTheSmallestViolationIfNothingSatisfiesTheBound() {
        SearchSpace where =
                SearchSpace.of(space).keep(new OutputConstraint(latency, 60)).keep(new OutputConstraint(latency, 1e9));
        for (Search search : List.of(genetic, new ExhaustiveSearch(120), GeneticSearch.thorough())) {
            SearchResult found = search.search(throughput, Workload.ofReadRatio(0.5), where, 1);
            assertThat(found.best().get("concurrent_reads")).isEqualTo(8L);
            assertThat(violation(throughput, where, found)).isCloseTo(90.0 / 60 - 1, within(1e-12));
        }
    }

    @Test
    void aLowerBoundLimitsFromBelow() {
        Surrogate objective = new Formula(space, 5, codes -> -10 * codes[0]);
        Surrogate bounded = new Formula(space, 25, codes -> 100 * codes[0] + 50 * codes[1]);
        SearchSpace where =
                SearchSpace.of(space).fix("concurrent_writes", 127).keep(OutputConstraint.atLeast(bounded, 12_300));
        for (Search search : List.of(genetic, new ExhaustiveSearch(120), GeneticSearch.thorough())) {
            SearchResult found = search.search(objective, Workload.ofReadRatio(0.5), where, 1);
            assertThat(found.best().get("concurrent_reads"))
                    .as("100 x 60 + 50 x 127 - 2 x 25 is the limit")
                    .isEqualTo(60L);
            assertThat(violation(objective, where, found)).isZero();
            SearchSpace impossible = where.keep(new OutputConstraint(bounded, 1));
            SearchResult none = search.search(objective, Workload.ofReadRatio(0.5), impossible, 1);
            assertThat(violation(objective, impossible, none)).isPositive();
        }
    }

    @Test
    void refusesBoundsThatAreNone() {
        assertThatThrownBy(() -> new OutputConstraint(latency, 0))
                .hasMessage("limit: expected a number above 0, found 0.0");
        assertThatThrownBy(() -> new OutputConstraint(latency, Double.NaN)).hasMessageContaining("found NaN");
        assertThatThrownBy(() -> SearchSpace.of(Models.space()).keep(new OutputConstraint(latency, 5)))
                .hasMessageContaining("bound: expected a surrogate of the knobs compaction");
    }

    private static double upper(Ensemble ensemble, double[] codes) {
        double[] mean = new double[1];
        double[] deviation = new double[1];
        ensemble.predict(Workload.ofReadRatio(0.5), codes, 1, mean, deviation);
        return mean[0] + 2 * deviation[0];
    }

    /** The largest violation of a bound by the result, as a share of the limit. */
    private static double violation(Surrogate objective, SearchSpace where, SearchResult result) {
        Objective violated = new Objective(objective, Workload.ofReadRatio(0.5), where);
        return violated.violation(result.best().codes());
    }

    private static double bound(SearchResult result) {
        return result.prediction().lowerBound(2);
    }
}
