package io.rafiki.agent.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
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

/** Runs {@link ConfigurationProbe} with the files of a folder. */
record CassandraProbe(Path folder) {

    static final NodeResources MACHINE = new NodeResources(2, 512);

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

    record Answer(int exit, String text) {

        Map<String, String> settings() {
            Map<String, String> settings = new TreeMap<>();
            text.lines()
                    .filter(line -> line.matches("[\\w.]+=.*"))
                    .forEach(line ->
                            settings.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
            return settings;
        }
    }

    /** A statement that creates a table with an option. */
    static String table(String option, Map<String, String> values) {
        String literal = values.entrySet().stream()
                .map(entry -> "'" + entry.getKey() + "': '" + entry.getValue() + "'")
                .collect(Collectors.joining(", ", "{", "}"));
        return "CREATE TABLE ks.t (k text PRIMARY KEY) WITH " + option + " = " + literal;
    }

    /** The settings that a node needs in addition to the knobs. */
    Map<String, Object> node() {
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
    Answer cassandra(Map<String, Object> yaml, List<String> statements) throws IOException, InterruptedException {
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
