package io.rafiki.trainer.cassandra;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The folder of one node. {@code conf} is rewritten at each start; {@code data} stays. */
record NodeFolder(Path root) {

    private static final YAMLMapper YAML = new YAMLMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .build());

    private static final String LOGBACK =
            """
            <configuration>
              <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                <encoder><pattern>%-5level [%thread] %date{ISO8601} %F:%L - %msg%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="OUT"/></root>
            </configuration>
            """;

    Path conf() {
        return root.resolve("conf");
    }

    /** The folder of sstables, commit log and other data. A prepared data set has the same form. */
    Path data() {
        return root.resolve("data");
    }

    /** The node's output and its only log. */
    Path log() {
        return root.resolve("node.log");
    }

    /** The JVM's temporary folder. A killed node leaves its native libraries there. */
    Path temporary() {
        return root.resolve("tmp");
    }

    /**
     * Writes cassandra.yaml and logback.xml.
     *
     * @param base the release's own cassandra.yaml; this folder and these ports override it, and required keys that are missing have the
     *     values of Cassandra's own file
     * @param lines values that override all others
     */
    void write(FreePorts ports, Map<String, Object> base, Map<String, Object> lines) throws IOException {
        Files.createDirectories(conf());
        Files.createDirectories(data());
        FileTrees.delete(temporary());
        Files.createDirectories(temporary());
        Map<String, Object> all = new LinkedHashMap<>(base);
        all.putIfAbsent("num_tokens", 16);
        all.putIfAbsent("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
        if (all.putIfAbsent("commitlog_sync", "periodic") == null) {
            all.put("commitlog_sync_period", "10000ms");
        }
        all.putAll(own(ports));
        all.putAll(lines);
        YAML.writeValue(conf().resolve("cassandra.yaml").toFile(), all);
        Files.writeString(conf().resolve("logback.xml"), LOGBACK);
    }

    /**
     * The value of {@code seed_provider}.
     *
     * @param seed address and storage port
     */
    static List<Map<String, Object>> seeds(String seed) {
        return List.of(Map.of(
                "class_name",
                "org.apache.cassandra.locator.SimpleSeedProvider",
                "parameters",
                List.of(Map.of("seeds", seed))));
    }

    private Map<String, Object> own(FreePorts ports) {
        Map<String, Object> yaml = new LinkedHashMap<>();
        yaml.put("cluster_name", "rafiki");
        yaml.put("data_file_directories", List.of(data().resolve("data").toString()));
        yaml.put("commitlog_directory", data().resolve("commitlog").toString());
        yaml.put("saved_caches_directory", data().resolve("saved_caches").toString());
        yaml.put("hints_directory", data().resolve("hints").toString());
        yaml.put("cdc_raw_directory", data().resolve("cdc_raw").toString());
        yaml.put("endpoint_snitch", "SimpleSnitch");
        yaml.put("seed_provider", seeds("127.0.0.1:" + ports.storage()));
        yaml.put("listen_address", "127.0.0.1");
        yaml.put("rpc_address", "127.0.0.1");
        yaml.put("storage_port", ports.storage());
        yaml.put("native_transport_port", ports.cql());
        yaml.put("start_native_transport", true);
        yaml.put("auto_bootstrap", false);
        yaml.put("auto_snapshot", false);
        yaml.put("disk_failure_policy", "die");
        yaml.put("commit_failure_policy", "die");
        return yaml;
    }
}
