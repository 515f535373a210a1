package io.rafiki.trainer.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class KnobFormatterTest {

    private KnobCatalogue catalogue;

    @BeforeEach
    void readTheShippedCatalogue() throws ConfigException {
        catalogue = KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), new NodeResources(16, 1024));
    }

    @Test
    void theTableHasOneLinePerKnobWithTheRangesOfTheMachine() {
        assertThat(KnobFormatter.table(catalogue).lines())
                .hasSize(1 + 24 + 2)
                .anyMatch(line -> line.matches("concurrent_writes +32 +node +live +instant +8\\.\\.256 threads"))
                .anyMatch(line -> line.matches("file_cache_size +off +node +live +instant \\* +off, 64\\.\\.512 MiB"))
                .anyMatch(line -> line.matches("row_cache_size +off +node +at start +next start +off, 16\\.\\.512 MiB"))
                .last()
                .asString()
                .startsWith("Cassandra 5.0, ranges for 16 cores, 1024 MiB heap.");
    }

    @Test
    void theConstraintsFollowTheTable() throws ConfigException {
        NodeResources machine = new NodeResources(16, 1024).memory(1500);
        assertThat(KnobFormatter.table(KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), machine))
                        .lines())
                .contains("Constraint: heap + file_cache_size + 320 <= memory unless file_cache_size is off, heap=1024,"
                        + " memory=1500 (A chunk cache that does not fit next to the heap exceeds the memory"
                        + " limit, and the kernel kills the node.)");
    }

    @Test
    void onePageShowsHowAKnobIsSetAndTheCostOfAChange() {
        assertThat(KnobFormatter.details(catalogue.entry("compaction_throughput")))
                .containsEntry("cassandraYaml", Map.of("compaction_throughput", "64MiB/s"))
                .containsEntry("live", "org.apache.cassandra.db:type=StorageService CompactionThroughputMbPerSec");
        assertThat(KnobFormatter.details(catalogue.entry("trickle_fsync")))
                .containsEntry("live", "no: set at start only");
        assertThat(KnobFormatter.text(catalogue.entry("file_cache_size")))
                .contains("instant (next start from or to off)");
        assertThat(KnobFormatter.text(catalogue.entry("compaction")))
                .contains("rewrites data (new data among Unified(T8), Unified(T4), Unified(N), Unified(L4),"
                        + " Unified(L10))");
    }
}
