package io.rafiki.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.search.GeneticSearch;
import io.rafiki.search.SearchSpace;
import io.rafiki.surrogate.Models;
import io.rafiki.surrogate.Surrogate;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.surrogate.TrainingDomain.Seen;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On the shipped catalogue; the model was trained on all of compaction's values and on a chunk cache that was off or 64..256. */
class FeasibleRegionTest {

    private static final Set<ChangeCost> CHEAP = Set.of(ChangeCost.INSTANT, ChangeCost.NEW_DATA);

    private KnobCatalogue catalogue;
    private KnobSpace space;
    private TrainingDomain trained;

    @BeforeEach
    void read() throws Exception {
        catalogue = KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, 1024));
        space = catalogue.space(List.of("compaction", "concurrent_writes", "file_cache_size"));
        trained = new TrainingDomain(
                Models.readRatios(0, 1),
                List.of(
                        new Seen(Double.NaN, Double.NaN, List.of(0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)),
                        new Seen(16, 96, List.of()),
                        new Seen(64, 256, List.of(0.0))));
    }

    @Test
    void holdsAKnobWhoseEveryChangeIsTooDear() {
        SearchSpace where = new FeasibleRegion(catalogue, CHEAP, Set.of()).around(space.defaults(), trained, 2);
        assertThat(where.fixed()).containsEntry("compaction", 0.0).doesNotContainKey("concurrent_writes");
        SearchSpace dear = new FeasibleRegion(catalogue, Set.of(ChangeCost.values()), Set.of())
                .around(space.defaults(), trained, 2);
        assertThat(dear.fixed()).doesNotContainKey("compaction");
    }

    @Test
    void movesAmongTheValuesThatCanBeHadCheaplyFromThePresentOne() {
        Configuration unified = space.defaults().with("compaction", "Unified(T4)");
        SearchSpace where = new FeasibleRegion(catalogue, CHEAP, Set.of()).around(unified, trained, 2);
        assertThat(where.within().orElseThrow().knobs().get(0).values()).containsExactly(2.0, 3.0, 4.0, 5.0, 6.0);
    }

    @Test
    void aChunkCacheThatIsOffStaysOffAndOneThatIsOnChangesItsSizeOnly() {
        FeasibleRegion reach = new FeasibleRegion(catalogue, CHEAP, Set.of());
        assertThat(reach.around(space.defaults(), trained, 2).fixed()).containsEntry("file_cache_size", 0.0);
        SearchSpace on = reach.around(space.defaults().with("file_cache_size", 128), trained, 2);
        assertThat(on.fixed()).doesNotContainKey("file_cache_size");
        assertThat(on.within().orElseThrow().knobs().get(2)).isEqualTo(new Seen(64, 256, List.of()));
    }

    /** The campaign compared one limit with none. */
    @Test
    void aSingleTrainedNumberIsReachable() {
        KnobSpace limits = catalogue.space(List.of("compaction_throughput"));
        Seen both = new Seen(64, 64, List.of(0.0));
        TrainingDomain domain = new TrainingDomain(Models.readRatios(0, 1), List.of(both));
        for (Object now : List.<Object>of(64L, "unlimited")) {
            SearchSpace where = new FeasibleRegion(catalogue, CHEAP, Set.of())
                    .around(limits.defaults().with("compaction_throughput", now), domain, 2);
            assertThat(where.fixed()).as("now %s", now).isEmpty();
            assertThat(where.within().orElseThrow().knobs()).containsExactly(both);
            for (double best : new double[] {0, 64}) {
                Configuration found = new GeneticSearch()
                        .search(new Preferring(limits, best), Workload.ofReadRatio(0.5), where, 1)
                        .best();
                assertThat(found.code(0)).as("now %s", now).isEqualTo(best);
            }
        }
    }

    @Test
    void aSingleTrainedNumberWithoutAnotherValueStays() {
        KnobSpace limits = catalogue.space(List.of("compaction_throughput"));
        TrainingDomain domain = new TrainingDomain(Models.readRatios(0, 1), List.of(new Seen(64, 64, List.of())));
        SearchSpace where = new FeasibleRegion(catalogue, CHEAP, Set.of()).around(limits.defaults(), domain, 2);
        assertThat(where.fixed()).containsOnlyKeys("compaction_throughput");
    }

    @Test
    void onlyNamedKnobsMove() {
        SearchSpace where =
                new FeasibleRegion(catalogue, CHEAP, Set.of("concurrent_writes")).around(space.defaults(), trained, 2);
        assertThat(where.fixed()).containsOnlyKeys("compaction", "file_cache_size");
    }

    @Test
    void aKnobThatAnotherClientSetKeepsItsValue() {
        SearchSpace where = new FeasibleRegion(catalogue, CHEAP, Set.of())
                .holding(Set.of("concurrent_writes"))
                .without(ChangeCost.REWRITES_DATA)
                .around(space.defaults().with("concurrent_writes", 48), trained, 2);
        assertThat(where.fixed()).containsEntry("concurrent_writes", 48.0);
    }

    @Test
    void theRangesOfThisMachineBoundThoseOfTheModel() throws Exception {
        TrainingDomain wide = new TrainingDomain(
                Models.readRatios(0, 1),
                List.of(
                        trained.knobs().get(0),
                        new Seen(1, 4_096, List.of()),
                        trained.knobs().get(2)));
        SearchSpace where = new FeasibleRegion(catalogue, CHEAP, Set.of()).around(space.defaults(), wide, 2);
        assertThat(where.within().orElseThrow().knobs().get(1)).isEqualTo(new Seen(8, 128, List.of()));
    }

    @Test
    void theSearchFindsNothingThatCannotBeHad() {
        Configuration now = space.defaults().with("file_cache_size", 128).with("compaction", "Unified(T8)");
        SearchSpace where = new FeasibleRegion(catalogue, CHEAP, Set.of()).around(now, trained, 2);
        for (long seed = 1; seed <= 20; seed++) {
            Configuration found = new GeneticSearch()
                    .search(new Tempting(space), Workload.ofReadRatio(0.5), where, seed)
                    .best();
            assertThat(found.get("file_cache_size")).as("seed %d", seed).isEqualTo(64L);
            assertThat(String.valueOf(found.get("compaction")))
                    .as("seed %d", seed)
                    .startsWith("Unified");
            assertThat(found.get("concurrent_writes")).as("seed %d", seed).isEqualTo(96L);
        }
    }

    /** Whatever the model promises, and whatever a change may cost: a running node cannot be given it. */
    @Test
    void aKnobThatIsSetAtStartOnlyMovesAtAStartOnly() {
        List<String> atStart = catalogue.entries().stream()
                .filter(entry -> entry.live().isEmpty())
                .map(KnobDefinition::name)
                .toList();
        assertThat(atStart).contains("trickle_fsync", "memtable", "commitlog_sync_period", "row_cache_size");
        Set<ChangeCost> running = EnumSet.complementOf(EnumSet.of(ChangeCost.NEXT_START));
        for (String name : atStart) {
            KnobSpace both = catalogue.space(List.of(name, "concurrent_writes"));
            int free = both.indexOf("concurrent_writes");
            Knob knob = both.knob(1 - free);
            List<Double> values = new ArrayList<>();
            if (knob instanceof CategoricalKnob categorical) {
                categorical.choices().forEach(choice -> values.add(knob.code(choice)));
            }
            Seen all = knob instanceof IntegerKnob whole
                    ? new Seen(
                            whole.min(),
                            whole.max(),
                            whole.special().values().stream()
                                    .map(Long::doubleValue)
                                    .toList())
                    : new Seen(Double.NaN, Double.NaN, values);
            List<Seen> seen = new ArrayList<>(List.of(all, all));
            seen.set(free, new Seen(16, 96, List.of()));
            SearchSpace where = new FeasibleRegion(catalogue, running, Set.of())
                    .around(both.defaults(), new TrainingDomain(Models.readRatios(0, 1), seen), 2);

            assertThat(where.fixed()).containsOnlyKeys(name);
            Configuration found = new GeneticSearch()
                    .search(new OtherThanDefault(both), Workload.ofReadRatio(0.5), where, 1)
                    .best();
            assertThat(found.get(name)).as(name).isEqualTo(both.defaults().get(name));
            assertThat(found.get("concurrent_writes")).as(name).isNotEqualTo(32L);
        }
    }

    /** Prefers every value except the default. */
    private record OtherThanDefault(KnobSpace space) implements Surrogate {

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            for (int i = 0; i < n; i++) {
                mean[i] = 10_000;
                for (int k = 0; k < space.size(); k++) {
                    mean[i] += codes[i * space.size() + k] == space.knob(k).defaultCode() ? 0 : 5_000;
                }
                deviation[i] = 0;
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }

    /** Prefers one value of a single knob. */
    private record Preferring(KnobSpace space, double best) implements Surrogate {

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            for (int i = 0; i < n; i++) {
                mean[i] = codes[i] == best ? 15_000 : 10_000;
                deviation[i] = 0;
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }

    @Test
    void namesEachChangeWithItsCost() {
        Configuration to = space.defaults().with("compaction", "Leveled").with("concurrent_writes", 64);
        assertThat(new FeasibleRegion(catalogue, CHEAP, Set.of()).changes(space.defaults(), to))
                .containsExactly(
                        new Change("compaction", "SizeTiered", "Leveled", ChangeCost.REWRITES_DATA),
                        new Change("concurrent_writes", 32L, 64L, ChangeCost.INSTANT));
    }

    /** Prefers SizeTiered, no cache, and the maximum number of writers. */
    private record Tempting(KnobSpace space) implements Surrogate {

        @Override
        public void predict(Workload workload, double[] codes, int n, double[] mean, double[] deviation) {
            for (int i = 0; i < n; i++) {
                mean[i] = 10_000 - 500 * codes[3 * i] + 10 * codes[3 * i + 1] - codes[3 * i + 2];
                deviation[i] = 0;
            }
        }

        @Override
        public Surrogate copy() {
            return this;
        }
    }
}
