package io.rafiki.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Models;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneticSearchTest {

    /** Few values, so that exhaustive search finds the true optimum. */
    private final KnobSpace space = new KnobSpace(List.of(
            new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled", "Unified"), 0),
            new IntegerKnob("file_cache_size", "MiB", 64, 87, Map.of("off", 0L), 0),
            new IntegerKnob("concurrent_writes", "", 8, 31, Map.of(), 16),
            new IntegerKnob("concurrent_compactors", "", 1, 16, Map.of(), 2),
            new IntegerKnob("compaction_throughput", "", 16, 31, Map.of("unlimited", 0L), 16)));

    private final Search genetic = new GeneticSearch();
    private final SearchSpace where = SearchSpace.of(space);

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5, 0.9})
    void comesWithinOnePercentOfTheTrueOptimumFromEverySeed(double readRatio) {
        Ensemble surrogate = Models.ensemble(space, 8, 42);
        double floor = lowest(surrogate, readRatio);
        double optimum = bound(new ExhaustiveSearch(24).search(surrogate, Workload.ofReadRatio(readRatio), where, 0));
        for (int seed = 0; seed < 30; seed++) {
            double found = bound(genetic.search(surrogate, Workload.ofReadRatio(readRatio), where, seed));
            assertThat((found - floor) / (optimum - floor))
                    .as("share of the range from worst to best, seed %s", seed)
                    .isBetween(0.99, 1.0000001);
        }
    }

    /**
     * No exhaustive search ends here: seven compactions and two knobs with special values are 28 islands of up to six dimensions.
     * Networks with random weights have more tops than trained ones, and no two islands are alike.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void comesNearTheBestKnownOnSevenKnobs(long surface) {
        KnobSpace seven = Models.sevenKnobs();
        Ensemble surrogate = Models.ensemble(seven, 8, surface);
        SearchSpace all = SearchSpace.of(seven);
        for (double readRatio : new double[] {0.1, 0.5, 0.9}) {
            double known = bound(GeneticSearch.thorough().search(surrogate, Workload.ofReadRatio(readRatio), all, 100));
            for (int seed = 0; seed < 5; seed++) {
                assertThat(bound(genetic.search(surrogate, Workload.ofReadRatio(readRatio), all, seed)))
                        .as("read ratio %s, seed %d", readRatio, seed)
                        .isGreaterThanOrEqualTo(0.95 * known);
            }
        }
    }

    @Test
    void findsASpecialValueThatIsTheBestFromEverySeed() {
        Surrogate unlimited = new Formula(
                space,
                0,
                codes -> 10_000 - codes[2] + (codes[1] == 0 ? 5 : codes[1] / 50) + (codes[4] == 0 ? 3 : codes[4] / 16));
        for (int seed = 0; seed < 30; seed++) {
            Configuration best = genetic.search(
                            unlimited,
                            Workload.ofReadRatio(0.5),
                            new SearchSpace(space, Map.of(), List.of(), 2, Optional.empty()),
                            seed)
                    .best();
            assertThat(best.get("file_cache_size")).as("seed %d", seed).isEqualTo("off");
            assertThat(best.get("compaction_throughput")).as("seed %d", seed).isEqualTo("unlimited");
            assertThat(best.get("concurrent_writes")).as("seed %d", seed).isEqualTo(8L);
        }
    }

    @Test
    void theSameSeedGivesTheSameResult() {
        Ensemble surrogate = Models.ensemble(space, 5, 7);
        SearchResult first = genetic.search(surrogate, Workload.ofReadRatio(0.7), where, 3);
        assertThat(genetic.search(surrogate, Workload.ofReadRatio(0.7), where, 3))
                .isEqualTo(first);
        assertThat(first.evaluations()).isBetween(500L, 20_000L);
        assertThat(surrogate.predict(Workload.ofReadRatio(0.7), first.best())).isEqualTo(first.prediction());
    }

    @Test
    void isNeverWorseThanItsStartingPoints() {
        Configuration best = new ExhaustiveSearch(24)
                .search(Models.ensemble(space, 6, 1), Workload.ofReadRatio(0.5), where, 0)
                .best();
        for (int seed = 0; seed < 10; seed++) {
            Ensemble surrogate = Models.ensemble(space, 6, 1);
            SearchResult found = genetic.search(surrogate, Workload.ofReadRatio(0.5), where.startFrom(best), seed);
            assertThat(bound(found))
                    .isGreaterThanOrEqualTo(
                            surrogate.predict(Workload.ofReadRatio(0.5), best).lowerBound(2));
        }
    }

    /** A needle that no search finds but by looking where it was told to begin. */
    @Test
    void looksAtItsStartingPoint() {
        Configuration needle = space.defaults()
                .with("file_cache_size", 71)
                .with("concurrent_writes", 27)
                .with("concurrent_compactors", 3)
                .with("compaction_throughput", 23);
        double[] there = needle.codes();
        Surrogate flat = new Formula(space, 0, codes -> Arrays.equals(codes, there) ? 2_000 : 1_000);
        SearchSpace all = new SearchSpace(space, Map.of(), List.of(), 2, Optional.empty());
        assertThat(genetic.search(flat, Workload.ofReadRatio(0.5), all.startFrom(needle), 1)
                        .best())
                .isEqualTo(needle);
        assertThat(genetic.search(flat, Workload.ofReadRatio(0.5), all, 1).best())
                .isNotEqualTo(needle);
    }

    @Test
    void leavesHeldKnobsAlone() {
        SearchSpace held =
                where.fix("compaction", 1).fix("compaction_throughput", 0).fix("file_cache_size", 70);
        Configuration best = genetic.search(Models.ensemble(space, 6, 2), Workload.ofReadRatio(0.5), held, 1)
                .best();
        assertThat(best.get("compaction")).isEqualTo("Leveled");
        assertThat(best.get("compaction_throughput")).isEqualTo("unlimited");
        assertThat(best.get("file_cache_size")).isEqualTo(70L);
        SearchSpace all = held.fix("concurrent_writes", 9).fix("concurrent_compactors", 3);
        assertThat(genetic.search(Models.ensemble(space, 6, 2), Workload.ofReadRatio(0.5), all, 1)
                        .evaluations())
                .isLessThan(5);
    }

    @Test
    void staysWithinTheTrainedEnvelope() {
        TrainingDomain envelope = new TrainingDomain(
                Models.readRatios(0, 1),
                List.of(
                        new TrainingDomain.Seen(Double.NaN, Double.NaN, List.of(0.0, 2.0)),
                        new TrainingDomain.Seen(70, 80, List.of()),
                        new TrainingDomain.Seen(10, 12, List.of()),
                        new TrainingDomain.Seen(2, 3, List.of()),
                        new TrainingDomain.Seen(20, 25, List.of(0.0))));
        for (int seed = 0; seed < 10; seed++) {
            Configuration best = genetic.search(
                            Models.ensemble(space, 4, seed), Workload.ofReadRatio(0.5), where.within(envelope), seed)
                    .best();
            assertThat(envelope.outside(best)).as("seed %s", seed).isEmpty();
        }
    }

    @Test
    void lowerBoundsAvoidWhatTheMembersDisagreeOn() {
        Ensemble surrogate = Models.ensemble(space, 8, 3);
        SearchResult bold = genetic.search(surrogate, Workload.ofReadRatio(0.5), where.kappa(0), 1);
        SearchResult careful = genetic.search(surrogate, Workload.ofReadRatio(0.5), where.kappa(3), 1);
        assertThat(bold.prediction().mean()).isGreaterThan(careful.prediction().mean());
        assertThat(careful.prediction().deviation())
                .isLessThan(bold.prediction().deviation());
    }

    @Test
    void copesWithManyIslandsAndWithOne() {
        KnobSpace many = new KnobSpace(IntStream.range(0, 8)
                .mapToObj(i -> (Knob)
                        new CategoricalKnob("c" + i, List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"), 0))
                .toList());
        Ensemble surrogate = Models.ensemble(many, 3, 1);
        assertThat(genetic.search(surrogate, Workload.ofReadRatio(0.5), SearchSpace.of(many), 1)
                        .evaluations())
                .isLessThan(20_000);
        KnobSpace one = new KnobSpace(List.of(new RealKnob("r", "", 0, 1, 0.5)));
        Ensemble single = Models.ensemble(one, 3, 1);
        double optimum =
                bound(new ExhaustiveSearch(10_000).search(single, Workload.ofReadRatio(0.5), SearchSpace.of(one), 0));
        assertThat(bound(genetic.search(single, Workload.ofReadRatio(0.5), SearchSpace.of(one), 1)))
                .isGreaterThan(optimum - 1);
    }

    @Test
    void refusesAnotherSpaceAndUnknownKnobs() {
        assertThatThrownBy(() ->
                        genetic.search(Models.ensemble(Models.space(), 2, 1), Workload.ofReadRatio(0.5), where, 1))
                .hasMessageContaining("search: expected the surrogate's knobs");
        assertThatThrownBy(() -> where.fix("concurrent_write", 9))
                .hasMessage("unknown knob concurrent_write: expected one of " + space.names());
        assertThatThrownBy(() -> where.fix("concurrent_writes", 5)).hasMessageContaining("whole number 8..31");
        assertThatThrownBy(() -> where.kappa(-1)).hasMessageContaining("kappa");
    }

    private double lowest(Ensemble surrogate, double readRatio) {
        return surrogate
                        .predict(Workload.ofReadRatio(readRatio), space.defaults())
                        .lowerBound(2)
                - 5_000;
    }

    private static double bound(SearchResult result) {
        return result.prediction().lowerBound(2);
    }
}
