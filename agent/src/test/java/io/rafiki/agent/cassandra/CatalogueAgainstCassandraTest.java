package io.rafiki.agent.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.config.ConfigException;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.NodeResources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the catalogue writes into cassandra.yaml and into a table's options, judged by Cassandra's own code. */
class CatalogueAgainstCassandraTest {

    private static final NodeResources MACHINE = new NodeResources(2, 512);
    private static final List<String> FLAGS = List.of(
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "-Xms" + MACHINE.heapMiB() + "M",
            "-Xmx" + MACHINE.heapMiB() + "M",
            "-XX:TieredStopAtLevel=1");

    @TempDir
    private Path folder;

    private record Answer(int exit, String text) {

        Map<String, String> settings() {
            Map<String, String> settings = new TreeMap<>();
            text.lines()
                    .filter(line -> line.matches("[\\w.]+=.*"))
                    .forEach(line ->
                            settings.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
            return settings;
        }
    }

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
                entry.tableOptions(code)
                        .forEach((option, map) -> statements.add(
                                "CREATE TABLE ks.t (k text PRIMARY KEY) WITH " + option + " = " + literal(map)));
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
        return KnobCatalogue.read(Path.of("../conf/knobs/cassandra-5.0.yaml"), MACHINE);
    }

    private static List<Double> codes(Knob knob) {
        List<Double> codes = new ArrayList<>();
        knob.range().ifPresent(range -> codes.addAll(List.of(range.min(), range.max())));
        codes.addAll(knob.singles());
        return codes;
    }

    private static String literal(Map<String, String> map) {
        return map.entrySet().stream()
                .map(entry -> "'" + entry.getKey() + "': '" + entry.getValue() + "'")
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** The settings that a node needs in addition to the knobs. */
    private Map<String, Object> node() {
        Map<String, Object> yaml = new LinkedHashMap<>();
        yaml.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
        yaml.put("data_file_directories", List.of(folder.resolve("data").toString()));
        yaml.put("commitlog_directory", folder.resolve("commitlog").toString());
        yaml.put("saved_caches_directory", folder.resolve("saved_caches").toString());
        yaml.put("hints_directory", folder.resolve("hints").toString());
        yaml.put("commitlog_sync", "periodic");
        yaml.put("commitlog_sync_period", "10000ms");
        yaml.put("endpoint_snitch", "SimpleSnitch");
        yaml.put("listen_address", "127.0.0.1");
        yaml.put("rpc_address", "127.0.0.1");
        yaml.put(
                "seed_provider",
                List.of(Map.of(
                        "class_name",
                        "org.apache.cassandra.locator.SimpleSeedProvider",
                        "parameters",
                        List.of(Map.of("seeds", "127.0.0.1:7000")))));
        return yaml;
    }

    /** JSON is YAML. */
    private Answer cassandra(Map<String, Object> yaml, List<String> statements)
            throws IOException, InterruptedException {
        Path file = folder.resolve("cassandra.yaml");
        new JsonMapper().writeValue(file.toFile(), yaml);
        Path answer = folder.resolve("answer");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of(
                "-Dcassandra.config=" + file.toUri(),
                "-Dcassandra.storagedir=" + folder,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ConfigurationProbe.class.getName()));
        command.addAll(statements);
        Process probe = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(answer.toFile())
                .start();
        try {
            assertThat(probe.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            probe.destroyForcibly();
        }
        return new Answer(probe.exitValue(), Files.readString(answer, StandardCharsets.UTF_8));
    }
}
