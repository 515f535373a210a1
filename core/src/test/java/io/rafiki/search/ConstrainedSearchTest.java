package io.rafiki.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.ConstraintDefinition;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Models;
import io.rafiki.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Searches under constraints, against the exhaustive search under the same ones. */
class ConstrainedSearchTest {

    private static final List<Knob> KNOBS = List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled", "Unified"), 0),
            new IntegerKnob("file_cache_size", "MiB", 64, 87, Map.of("off", 0L), 0),
            new IntegerKnob("concurrent_writes", "", 8, 31, Map.of(), 16),
            new IntegerKnob("concurrent_reads", "", 8, 31, Map.of(), 16),
            new IntegerKnob("concurrent_compactors", "", 1, 16, Map.of(), 2));

    private final Search genetic = new GeneticSearch();

    @ParameterizedTest
    @MethodSource
    void comesWithinOnePercentOfTheBestThatIsAllowedFromEverySeed(
            double readRatio, List<ConstraintDefinition> constraints) {
        KnobSpace space = space(constraints);
        SearchSpace where = SearchSpace.of(space);
        Ensemble surrogate = Models.ensemble(space, 8, 42);
        double floor = surrogate
                        .predict(Workload.ofReadRatio(readRatio), space.defaults())
                        .lowerBound(2)
                - 5_000;
        SearchResult optimum = new ExhaustiveSearch(24).search(surrogate, Workload.ofReadRatio(readRatio), where, 0);
        assertThat(space.broken(optimum.best().codes())).isEmpty();
        for (int seed = 0; seed < 30; seed++) {
            SearchResult found = genetic.search(surrogate, Workload.ofReadRatio(readRatio), where, seed);
            assertThat(space.broken(found.best().codes())).as("seed %s", seed).isEmpty();
            assertThat((bound(found) - floor) / (bound(optimum) - floor))
                    .as("share of the range from worst to best, seed %s", seed)
                    .isBetween(0.99, 1.0000001);
        }
    }

    static Stream<Arguments> comesWithinOnePercentOfTheBestThatIsAllowedFromEverySeed() {
        return Stream.of(
                Arguments.of(
                        0.1,
                        List.of(
                                limit("concurrent_writes, concurrent_reads", "40"),
                                limit("file_cache_size, 2 * concurrent_compactors", "90"))),
                Arguments.of(
                        0.5,
                        List.of(
                                limit("concurrent_writes * concurrent_reads", "300"),
                                limit("9", "concurrent_compactors").except("compaction", "SizeTiered", "Unified"))),
                Arguments.of(
                        0.9,
                        List.of(
                                limit("concurrent_writes, concurrent_reads, concurrent_compactors", "24"),
                                limit("64", "file_cache_size"))));
    }

    @Test
    void findsASmallFeasibleSetFromInfeasibleStartingPoints() {
        KnobSpace space = space(List.of(
                limit("61", "concurrent_writes, concurrent_reads"),
                limit("1", "0").except("concurrent_compactors", "7"),
                limit("86", "file_cache_size"),
                limit("1", "0").except("compaction", "Unified")));
        Configuration current = space.defaults().with("concurrent_writes", 20);
        for (int seed = 0; seed < 10; seed++) {
            SearchResult found = genetic.search(
                    Models.ensemble(space, 4, seed),
                    Workload.ofReadRatio(0.5),
                    SearchSpace.of(space).startFrom(current),
                    seed);
            assertThat(space.broken(found.best().codes())).as("seed %s", seed).isEmpty();
        }
    }

    @Test
    void reportsAnEmptyFeasibleSet() {
        KnobSpace space = space(List.of(limit("concurrent_writes, concurrent_reads", "20")));
        SearchSpace held = SearchSpace.of(space).fix("concurrent_writes", 13);
        for (Search search : List.of(genetic, new ExhaustiveSearch(24))) {
            assertThatThrownBy(() -> search.search(Models.ensemble(space, 3, 1), Workload.ofReadRatio(0.5), held, 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("search: expected a configuration that satisfies concurrent_writes + concurrent_reads"
                            + " <= 20 (Because.), found none among those that may be tried. Hold fewer knobs,"
                            + " or change the constraint.");
        }
        assertThat(genetic.search(
                                Models.ensemble(space, 3, 1),
                                Workload.ofReadRatio(0.5),
                                held.fix("concurrent_writes", 12),
                                1)
                        .best()
                        .get("concurrent_reads"))
                .isEqualTo(8L);
    }

    @Test
    void appliesConstraintsOfNodeAndModel() {
        KnobSpace space = space(List.of(limit("concurrent_writes, concurrent_reads", "40")));
        Constraint here = Constraint.of(limit("28", "concurrent_reads"), KNOBS, Map.of());
        Configuration best = genetic.search(
                        Models.ensemble(space, 4, 1),
                        Workload.ofReadRatio(0.5),
                        SearchSpace.of(space).require(List.of(here)),
                        1)
                .best();
        assertThat((Long) best.get("concurrent_reads")).isGreaterThanOrEqualTo(28);
        assertThat((Long) best.get("concurrent_writes")).isLessThanOrEqualTo(12);
    }

    private static ConstraintDefinition limit(String sum, String max) {
        return new ConstraintDefinition(List.of(sum.split(", ")), List.of(max.split(", ")), "Because.");
    }

    private static KnobSpace space(List<ConstraintDefinition> constraints) {
        return new KnobSpace(
                KNOBS,
                constraints.stream()
                        .map(constraint -> Constraint.of(constraint, KNOBS, Map.of()))
                        .toList());
    }

    private static double bound(SearchResult result) {
        return result.prediction().lowerBound(2);
    }
}
