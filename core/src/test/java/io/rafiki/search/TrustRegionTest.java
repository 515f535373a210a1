package io.rafiki.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.decision.FeasibleRegion;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.surrogate.Models;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.surrogate.TrainingDomain.Seen;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** On the shipped catalogue, with a model that was trained on all values. */
class TrustRegionTest {

    private static final double RADIUS = 0.15;
    private static final List<String> KNOBS = List.of(
            "compaction",
            "compression",
            "concurrent_reads",
            "concurrent_compactors",
            "memtable_cleanup_threshold",
            "memtable_flush_writers",
            "file_cache_size",
            "compaction_throughput");

    private NodeResources node = new NodeResources(2, 1024);

    /** Neither a rewrite of data, nor a restart, nor a choice. */
    @Test
    void onlyNumbersThatTakeEffectOnTheRunningNodeMove() throws Exception {
        assertThat(moved(defaults(), RADIUS))
                .containsExactlyInAnyOrder(
                        "concurrent_reads",
                        "concurrent_compactors",
                        "memtable_cleanup_threshold",
                        "compaction_throughput");
        assertThat(moved(defaults().with("compaction_throughput", "unlimited"), RADIUS))
                .doesNotContain("compaction_throughput");
    }

    /** 8 to 128 on a logarithmic scale: 0.15 of it is a factor of 1.52. */
    @Test
    void theFarthestValueOfEachDirectionIsFirst() throws Exception {
        Configuration centre = defaults();
        List<List<Long>> reads = region(centre, RADIUS).directions(centre).stream()
                .map(direction -> direction.stream()
                        .filter(to -> !to.get("concurrent_reads").equals(32L))
                        .map(to -> (Long) to.get("concurrent_reads"))
                        .toList())
                .filter(values -> !values.isEmpty())
                .toList();
        assertThat(reads).hasSize(2);
        assertThat(reads.get(0)).isSortedAccordingTo(Comparator.reverseOrder()).startsWith(46L);
        assertThat(reads.get(1)).isSorted().startsWith(22L);
        assertThat(reads.get(0)).allMatch(value -> value > 32 && value <= 32 * 1.52);
        assertThat(reads.get(1)).allMatch(value -> value < 32 && value >= 32 / 1.52);
    }

    @Test
    void anIntegerOnAShortScaleMovesByOne() throws Exception {
        Configuration centre = defaults();
        Set<Object> compactors = new HashSet<>();
        region(centre, RADIUS)
                .directions(centre)
                .forEach(direction -> direction.forEach(to -> compactors.add(to.get("concurrent_compactors"))));
        assertThat(compactors).containsExactlyInAnyOrder(1L, 2L, 3L);
    }

    /** Heap and chunk cache must fit into the memory. */
    @Test
    void aConstraintLimitsIt() throws Exception {
        node = node.memory(1_024 + 320 + 150);
        Configuration centre = defaults().with("file_cache_size", 128);
        Set<Object> sizes = new HashSet<>();
        region(centre, RADIUS)
                .directions(centre)
                .forEach(direction -> direction.forEach(to -> sizes.add(to.get("file_cache_size"))));
        assertThat(sizes).contains(128L).anyMatch(size -> (Long) size > 140).allMatch(size -> (Long) size <= 150);
    }

    private Set<String> moved(Configuration centre, double radius) throws Exception {
        Set<String> moved = new HashSet<>();
        region(centre, radius)
                .directions(centre)
                .forEach(direction -> direction.forEach(to -> {
                    List<String> knobs = KNOBS.stream()
                            .filter(knob -> !to.get(knob).equals(centre.get(knob)))
                            .toList();
                    assertThat(knobs).as(to.toString()).hasSize(1);
                    moved.addAll(knobs);
                }));
        return moved;
    }

    private TrustRegion region(Configuration centre, double radius) throws Exception {
        TrainingDomain trained = new TrainingDomain(
                Models.readRatios(0, 1),
                centre.space().knobs().stream()
                        .map(knob -> new Seen(
                                knob.range().map(range -> range.min()).orElse(Double.NaN),
                                knob.range().map(range -> range.max()).orElse(Double.NaN),
                                knob.singles()))
                        .toList());
        FeasibleRegion region = new FeasibleRegion(
                        catalogue(),
                        Set.of(ChangeCost.INSTANT, ChangeCost.NEW_DATA, ChangeCost.REWRITES_DATA),
                        Set.of())
                .without(ChangeCost.REWRITES_DATA);
        return new TrustRegion(region.around(centre, trained, 2), radius);
    }

    private Configuration defaults() throws Exception {
        KnobSpace space = catalogue().space(KNOBS);
        return space.defaults();
    }

    private KnobCatalogue catalogue() throws Exception {
        return KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), node);
    }
}
