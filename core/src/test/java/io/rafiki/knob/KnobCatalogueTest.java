package io.rafiki.knob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.config.ConfigException;
import io.rafiki.config.YamlSection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class KnobCatalogueTest {

    private static final Path SHIPPED = Path.of("../conf/knobs/cassandra-5.0.yaml");
    private static final NodeResources SMALL = new NodeResources(2, 1024);

    @Test
    void theLiveKnobsHaveCassandrasDefaults() throws ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(SHIPPED, SMALL);

        assertThat(catalogue.release()).isEqualTo("Cassandra 5.0");
        assertThat(catalogue.space().defaults().toMap())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "compaction", "SizeTiered",
                        "concurrent_writes", 32L,
                        "concurrent_reads", 32L,
                        "file_cache_size", "off",
                        "memtable_cleanup_threshold", 0.333333,
                        "concurrent_compactors", 2L,
                        "compaction_throughput", 64L,
                        "key_cache_size", 51L,
                        "compression", "LZ4(16KiB)"));
    }

    /** Each knob of Redis is one parameter of CONFIG SET, and none of them touches durability. */
    @Test
    void redisHasOneParameterPerKnob() throws ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(Path.of("../conf/knobs/redis-7.0.yaml"), SMALL);

        assertThat(catalogue.release()).isEqualTo("Redis 7.0");
        assertThat(catalogue.entries()).hasSizeGreaterThan(15).allSatisfy(entry -> {
            double code = entry.knob().defaultCode();
            String value = String.valueOf(entry.knob().value(code));
            assertThat(entry.parameter()).hasValue(entry.name().replace('_', '-'));
            assertThat(entry.settings(code)).isEqualTo(Map.of(entry.parameter().orElseThrow(), value));
            assertThat(entry.commands(code))
                    .containsExactly("redis-cli CONFIG SET " + entry.parameter().orElseThrow() + " " + value);
            assertThat(entry.cassandraYaml(code)).isEmpty();
            assertThat(entry.tableOptions(code)).isEmpty();
            assertThat(entry.live()).isEmpty();
        });
        assertThat(catalogue.names())
                .doesNotContain("appendonly", "appendfsync", "stop_writes_on_bgsave_error", "maxmemory_policy");
    }

    @Test
    void aCatalogueIsForOneSystem() {
        assertThatThrownBy(() -> KnobCatalogue.read(
                        YamlSection.parse("k.yaml", "cassandra: '5.0'\nredis: '7.0'\nknobs: {}\n"), SMALL))
                .isInstanceOf(ConfigException.class)
                .hasMessage("k.yaml:2: redis: expected either cassandra or redis, found both. Keep one of them.");
    }

    @Test
    void aParameterHasNoOtherBinding() {
        String knob =
                """
                redis: '7.0'
                knobs:
                  hz:
                    description: d.
                    type: integer
                    scope: node
                    min: 1
                    max: 9
                    default: 2
                    cost: instant
                    start: {config: hz, yaml: {hz: '{value}'}}
                """;
        assertThatThrownBy(() -> KnobCatalogue.read(YamlSection.parse("k.yaml", knob), SMALL))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("expected either config or yaml, found both.");
    }

    /** The others require a restart, so the agent does not tune them. */
    @Test
    void nineKnobsCanBeSetLive() throws ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(SHIPPED, SMALL);

        assertThat(catalogue.entries()).hasSizeGreaterThanOrEqualTo(18);
        assertThat(catalogue.entries().stream().filter(entry -> entry.live().isPresent()))
                .hasSize(9);
        assertThat(catalogue.space(catalogue.names()).defaults().toMap())
                .containsEntry("memtable_heap_space", 256L)
                .containsEntry("key_cache_size", 51L)
                .containsEntry("memtable", "skiplist")
                .containsEntry("compression", "LZ4(16KiB)")
                .containsEntry("row_cache_size", "off");
    }

    @Test
    void linesMayBeNestedAndMayBeShownInOtherWords() throws ConfigException {
        KnobDefinition memtable = KnobCatalogue.read(SHIPPED, SMALL).entry("memtable");
        double trie = memtable.knob().code("trie");

        assertThat(memtable.cassandraYaml(trie))
                .isEqualTo(Map.of(
                        "memtable", Map.of("configurations", Map.of("default", Map.of("class_name", "TrieMemtable")))));
        assertThat(memtable.settings(trie)).isEqualTo(Map.of("memtable.configurations", "{default=TrieMemtable}"));
    }

    @Test
    void aCategoricalKnobIsWrittenByItsName() throws ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(SHIPPED, SMALL);
        KnobDefinition where = catalogue.entry("memtable_allocation_type");
        KnobDefinition trickle = catalogue.entry("trickle_fsync");

        assertThat(where.cassandraYaml(where.knob().code("offheap_objects")))
                .isEqualTo(Map.of("memtable_allocation_type", "offheap_objects"));
        assertThat(where.commands(where.knob().code("offheap_objects")))
                .containsExactly(
                        "set memtable_allocation_type: offheap_objects in cassandra.yaml and restart the node");
        assertThat(trickle.cassandraYaml(trickle.knob().code("true"))).isEqualTo(Map.of("trickle_fsync", true));
    }

    @Test
    void namesHowAnotherSpaceDiffers() throws ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(SHIPPED, SMALL);
        assertThat(catalogue.differences(KnobCatalogue.read(SHIPPED, new NodeResources(64, 31_744))
                        .space()))
                .as("ranges may differ")
                .isEmpty();
        KnobSpace other = new KnobSpace(List.of(
                new CategoricalKnob("compaction", List.of("SizeTiered", "DateTiered"), 0),
                new RealKnob("concurrent_writes", "", 1, 2, 1),
                new IntegerKnob("counter_cache_size", "MiB", 0, 64, Map.of(), 0),
                new IntegerKnob("file_cache_size", "MiB", 64, 128, Map.of("none", -1L, "off", 0L), 0)));
        assertThat(catalogue.differences(other))
                .containsExactly(
                        "compaction has no DateTiered here",
                        "concurrent_writes is of another type here",
                        "counter_cache_size is unknown here",
                        "file_cache_size has no none here");
    }

    @Test
    void everyValueOfEveryKnobHasAWayToBeSet() throws ConfigException {
        for (KnobDefinition entry : KnobCatalogue.read(SHIPPED, SMALL).entries()) {
            List<Double> codes = new ArrayList<>(entry.knob().singles());
            codes.add(entry.knob().defaultCode());
            assertThat(entry.description()).endsWith(".");
            for (double code : codes) {
                assertThat(entry.commands(code))
                        .as("%s = %s", entry.name(), code)
                        .isNotEmpty()
                        .allSatisfy(line ->
                                assertThat(line).doesNotContain("{value}", "{option}", "{keyspace}", "{table}"));
                assertThat(entry.cassandraYaml(code).isEmpty())
                        .isEqualTo(entry.tableOption(code).isPresent());
            }
        }
    }

    @Test
    void rangesGrowWithTheMachine() throws ConfigException {
        assertThat(max(SMALL, "concurrent_reads")).isEqualTo(128);
        assertThat(max(new NodeResources(12, 1024), "concurrent_reads")).isEqualTo(192);
        assertThat(max(new NodeResources(64, 1024), "concurrent_reads")).isEqualTo(256);
        assertThat(max(new NodeResources(2, 512), "file_cache_size")).isEqualTo(256);
        assertThat(max(new NodeResources(2, 31_744), "file_cache_size")).isEqualTo(2048);
    }

    @Test
    void theCatalogueFitsSmallAndLargeMachines() throws ConfigException {
        for (int cores : new int[] {1, 2, 8, 64, 256}) {
            for (long heap : new long[] {256, 1_024, 31_744, 98_304, 524_288}) {
                assertThat(KnobCatalogue.read(SHIPPED, new NodeResources(cores, heap))
                                .entries())
                        .as("%s cores, heap of %s MiB", cores, heap)
                        .isNotEmpty();
            }
        }
    }

    @Test
    void specialValuesAreReachedByName() throws ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(SHIPPED, SMALL);
        KnobDefinition cache = catalogue.entry("file_cache_size");
        KnobDefinition throughput = catalogue.entry("compaction_throughput");

        assertThat(cache.cassandraYaml(cache.knob().code("off"))).isEqualTo(Map.of("file_cache_enabled", false));
        assertThat(cache.cassandraYaml(cache.knob().code(256)))
                .isEqualTo(Map.of("file_cache_enabled", true, "file_cache_size", "256MiB"));
        assertThat(throughput.cassandraYaml(throughput.knob().code("unlimited")))
                .isEqualTo(Map.of("compaction_throughput", "0MiB/s"));
        assertThat(throughput.commands(throughput.knob().code("unlimited")))
                .containsExactly("nodetool setcompactionthroughput 0");
    }

    @Test
    void costDependsOnBothEndsOfTheChange() throws ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(SHIPPED, SMALL);

        assertThat(cost(catalogue, "compaction", "SizeTiered", "Leveled")).isEqualTo(ChangeCost.REWRITES_DATA);
        assertThat(cost(catalogue, "compaction", "SizeTiered", "Unified(T4)")).isEqualTo(ChangeCost.REWRITES_DATA);
        assertThat(cost(catalogue, "compaction", "Unified(L10)", "Unified(T4)")).isEqualTo(ChangeCost.NEW_DATA);
        assertThat(cost(catalogue, "compaction", "Leveled", "Leveled")).isEqualTo(ChangeCost.INSTANT);
        assertThat(cost(catalogue, "file_cache_size", "off", 256)).isEqualTo(ChangeCost.NEXT_START);
        assertThat(cost(catalogue, "file_cache_size", 128, "off")).isEqualTo(ChangeCost.NEXT_START);
        assertThat(cost(catalogue, "file_cache_size", 128, 256)).isEqualTo(ChangeCost.INSTANT);
    }

    @Test
    void compactionValuesCarryTheirParameters() throws ConfigException {
        KnobDefinition compaction = KnobCatalogue.read(SHIPPED, SMALL).entry("compaction");

        assertThat(compaction.tableOption(compaction.knob().code("Unified(L10)")))
                .hasValue(Map.of("class", "UnifiedCompactionStrategy", "scaling_parameters", "L10"));
        assertThat(compaction.commands(compaction.knob().code("Unified(N)")))
                .singleElement()
                .asString()
                .contains("ALTER TABLE <keyspace>.<table> WITH compaction = "
                        + "{'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'N'}");
    }

    @Test
    void anUnknownKnobIsAnsweredWithTheNearest() throws ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(SHIPPED, SMALL);

        assertThatThrownBy(() -> catalogue.space(List.of("concurent_reads")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown knob concurent_reads. Did you mean concurrent_reads?");
        assertThat(catalogue.space(List.of("concurrent_reads", "compaction")).names())
                .isEqualTo("compaction, concurrent_reads");
    }

    @Test
    void faultsAreNamedWithTheirLine() {
        assertFault(
                "cassandra: '5.0'\nknobs:\n  a:\n    typ: integer\n",
                "f.yaml:4: knobs.a.typ: unknown key. Did you mean type?");
        assertFault(
                knob("min: 8\n    max: 4\n    default: 4"),
                "f.yaml:5: knobs.a.min: a: expected min <= max, found 8..4 (2 cores, 1024 MiB heap).");
        assertFault(
                knob("min: 8\n    max: {per_core: 4}\n    default: 32"),
                "f.yaml:7: knobs.a.default: expected 8..8, found 32 (2 cores, 1024 MiB heap). Change it, or the"
                        + " range.");
        assertFault(
                knob("min: 8\n    max: {per_core: 4, of_heap: 2}\n    default: 8"),
                "f.yaml:6: knobs.a.max: expected either per_core or of_heap. Keep one of them.");
        assertFault(
                """
                cassandra: '5.0'
                knobs:
                  a:
                    type: categorical
                    values: ['T(8,4)', 'T8,L4']
                    default: 'T(8,4)'
                """,
                "f.yaml:5: knobs.a.values: expected commas within parentheses only, found T8,L4. Rename the value.");
    }

    /** The file is its own reference: its head documents each key of an entry, and an error with its line. */
    @Test
    void theHeadOfTheCatalogueDocumentsEachKey() throws IOException {
        String catalogue = Files.readString(SHIPPED);
        List<String> documented = Pattern.compile("(?m)^#   (\\w+(?:, \\w+)*)  ")
                .matcher(catalogue)
                .results()
                .flatMap(row -> Stream.of(row.group(1).split(", ")))
                .toList();
        String misspelt = catalogue.replaceFirst("(?m)^    min: 8", "    mni: 8");

        assertThat(documented).contains(CatalogueReader.KEYS);
        assertThatThrownBy(
                        () -> KnobCatalogue.read(YamlSection.parse("conf/knobs/cassandra-5.0.yaml", misspelt), SMALL))
                .satisfies(error -> assertThat(catalogue.replaceAll(":\\d+:", ":"))
                        .contains(error.getMessage().replaceAll(":\\d+:", ":")));
    }

    private static String knob(String range) {
        return "cassandra: '5.0'\nknobs:\n  a:\n    type: integer\n    " + range
                + "\n"
                + "    scope: node\n"
                + "    cost: instant\n"
                + "    description: Because.\n"
                + "    start: {yaml: {a: '{value}'}}\n";
    }

    private static void assertFault(String text, String message) {
        assertThatThrownBy(() -> KnobCatalogue.read(YamlSection.parse("f.yaml", text), SMALL))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
    }

    private static long max(NodeResources machine, String name) throws ConfigException {
        return ((IntegerKnob) KnobCatalogue.read(SHIPPED, machine).entry(name).knob()).max();
    }

    private static ChangeCost cost(KnobCatalogue catalogue, String name, Object from, Object to) {
        KnobDefinition entry = catalogue.entry(name);
        return entry.costOf(entry.knob().code(from), entry.knob().code(to));
    }
}
