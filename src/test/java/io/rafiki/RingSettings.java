package io.rafiki;

import io.rafiki.config.ConfigException;
import io.rafiki.trainer.cassandra.LocalRing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files and the lines of cassandra.yaml of the nodes of a {@link RealRing}. */
final class RingSettings {

    /** Nodes that begin without data. Later ones receive theirs from them. */
    private static final int SEEDS = 3;

    private final int port;
    private final String network;
    private final Map<String, Object> further = new HashMap<>();
    private String window = "2s";

    /**
     * @param port between nodes
     * @param network first three bytes of the addresses under which nodes reach each other
     */
    RingSettings(int port, String network) {
        this.port = port;
        this.network = network;
    }

    void put(String key, Object value) {
        further.put(key, value);
    }

    void window(String length) {
        window = length;
    }

    /** Arguments of a node's JVM. They name files that this method writes to the node's folder. */
    List<String> arguments(Path own, String rack) throws ConfigException, IOException {
        Path settings = Files.writeString(
                own.resolve("rafiki.yaml"),
                """
                mode: approve
                cluster: on
                model: %s
                journal: %s
                engine: compiled
                window: %s
                sample: 500ms
                allowed_costs: [instant, new_data, rewrites_data]
                guardrails: {min_operations: 50, cool_down: 0s, after_restart: 0s, max_drift: 100, observation_period: 0s}
                """
                        .formatted(
                                SteepModel.writeWithCompaction(own.resolve("model.zip")),
                                own.resolve("journal.jsonl"),
                                window));
        Path properties = Files.writeString(own.resolve("rackdc.properties"), "dc=datacenter1\nrack=" + rack + "\n");
        return List.of(
                "-Dcassandra-rackdc.properties=" + properties.toUri(),
                "-Dcassandra.ring_delay_ms=5000",
                RealNode.agent(settings));
    }

    /** Lines of cassandra.yaml. */
    Map<String, Object> yaml(int number) {
        Map<String, Object> lines = new HashMap<>(further);
        lines.putAll(Map.of(
                "listen_address",
                LocalRing.address(number),
                "broadcast_address",
                network + number,
                "storage_port",
                port,
                "endpoint_snitch",
                "GossipingPropertyFileSnitch",
                "auto_bootstrap",
                number > SEEDS,
                "read_request_timeout",
                "15s",
                "write_request_timeout",
                "15s",
                "seed_provider",
                List.of(Map.of(
                        "class_name",
                        "org.apache.cassandra.locator.SimpleSeedProvider",
                        "parameters",
                        List.of(Map.of("seeds", network + "1:" + port + "," + network + "2:" + port))))));
        return lines;
    }
}
