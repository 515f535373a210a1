package io.rafiki.agent.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.agent.cassandra.CassandraProbe.Answer;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the catalogue writes into cassandra.yaml and into a table's options, judged by Cassandra's own code. */
class CatalogueAgainstCassandraTest {

    @TempDir
    private Path folder;

    /** Run n takes each knob's n-th value: least, greatest, special ones; or one after the other of a categorical knob's. */
    @Test
    void takesEveryLineAtBothEndsOfItsRange() throws Exception {
        List<KnobDefinition> entries = catalogue().entries();
        int runs = entries.stream()
                .filter(entry ->
                        !entry.cassandraYaml(entry.knob().defaultCode()).isEmpty())
                .mapToInt(entry -> codes(entry.knob()).size())
                .max()
                .orElseThrow();
        for (int run = 0; run < runs; run++) {
            Map<String, Object> yaml = node();
            Map<String, String> expected = new TreeMap<>();
            for (KnobDefinition entry : entries) {
                List<Double> codes = codes(entry.knob());
                double code = codes.get(Math.min(run, codes.size() - 1));
                yaml.putAll(entry.cassandraYaml(code));
                expected.putAll(entry.settings(code));
            }

            Answer answer = cassandra(yaml, List.of());

            assertThat(answer.exit()).as(answer.text()).isZero();
            assertThat(answer.settings()).containsAllEntriesOf(expected);
        }
    }

    @Test
    void hasTheDefaultsThatTheCatalogueNames() throws Exception {
        Map<String, String> settings = cassandra(node(), List.of()).settings();

        for (KnobDefinition entry : catalogue().entries()) {
            entry.settings(entry.knob().defaultCode()).forEach((name, value) -> {
                String found = settings.getOrDefault(name, "null");
                if (entry.name().equals("memtable_cleanup_threshold")) {
                    assertThat(Double.parseDouble(found)).isBetween(0.3333, 0.3334);
                } else if (!found.equals("null") && !name.equals("file_cache_size")) {
                    assertThat(found).as(name).isEqualTo(value);
                } else {
                    // derived at another place, or said in a line of its own
                    assertThat(name)
                            .isIn(
                                    "column_index_size",
                                    "concurrent_compactors",
                                    "memtable.configurations",
                                    "file_cache_size");
                }
            });
        }
    }

    @Test
    void takesEveryTableOption() throws Exception {
        List<String> statements = new ArrayList<>();
        for (KnobDefinition entry : catalogue().entries()) {
            for (double code : codes(entry.knob())) {
                entry.tableOptions(code).forEach((option, map) -> statements.add(CassandraProbe.table(option, map)));
            }
        }
        Map<String, Object> trie = node();
        KnobDefinition memtable = catalogue().entry("memtable");
        trie.putAll(memtable.cassandraYaml(memtable.knob().code("trie")));

        Answer answer = cassandra(trie, statements);

        assertThat(answer.exit()).as(answer.text()).isZero();
        assertThat(answer.text())
                .contains("chunk_length_in_kb=4", "chunk_length_in_kb=64", "{enabled=false}", "rows_per_partition=ALL")
                .contains("scaling_parameters=L10", "compress.ZstdCompressor", "TrieMemtable");
    }

    /** The probe can say no. */
    @Test
    void refusesWhatNoNodeTakes() throws Exception {
        Map<String, Object> yaml = node();
        yaml.put("memtable_cleanup_threshold", 1.5);
        assertThat(cassandra(yaml, List.of()).exit()).isNotZero();
        assertThat(cassandra(
                                node(),
                                List.of("CREATE TABLE ks.t (k text PRIMARY KEY) WITH compression = {'class': 'None'}"))
                        .exit())
                .isNotZero();
    }

    private static KnobCatalogue catalogue() throws ConfigException {
        return KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), CassandraProbe.MACHINE);
    }

    private static List<Double> codes(Knob knob) {
        List<Double> codes = new ArrayList<>();
        knob.range().ifPresent(range -> codes.addAll(List.of(range.min(), range.max())));
        codes.addAll(knob.singles());
        return codes;
    }

    private Map<String, Object> node() {
        return new CassandraProbe(folder).node();
    }

    private Answer cassandra(Map<String, Object> yaml, List<String> statements)
            throws IOException, InterruptedException {
        return new CassandraProbe(folder).cassandra(yaml, statements);
    }
}
