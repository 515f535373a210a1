package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.ProcessLedger;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Nodes of one cluster on this machine. Their addresses are 127.0.0.1, 127.0.0.2 and so on; clients connect to 127.0.0.1, with another
 * port for each node.
 */
public final class LocalRing implements AutoCloseable {

    private final List<CassandraProcess> nodes = new ArrayList<>();

    private LocalRing() {}

    /**
     * Starts the nodes one after the other, and waits until each serves clients.
     *
     * @param spec of the node with a number, from 1
     */
    public static LocalRing start(
            int size, NodeFactory cassandra, IntFunction<NodeSpec> spec, ProcessLedger ledger, Duration patience)
            throws IOException, InterruptedException {
        LocalRing ring = new LocalRing();
        try {
            for (int number = 1; number <= size; number++) {
                Map<String, Object> yaml = number == 1 ? first() : further(number, ring.nodes.get(0));
                CassandraProcess node = cassandra.start(spec.apply(number).withYaml(yaml), ledger);
                ring.nodes.add(node);
                node.awaitReady(patience);
            }
            return ring;
        } catch (IOException | InterruptedException | RuntimeException failure) {
            ring.close();
            throw failure;
        }
    }

    /** The address of a node among the nodes. */
    public static String address(int number) {
        return "127.0.0." + number;
    }

    /** The nodes in the order of their numbers. */
    public List<CassandraProcess> nodes() {
        return List.copyOf(nodes);
    }

    /** Kills all nodes. */
    @Override
    public void close() throws IOException {
        for (CassandraProcess node : nodes) {
            node.close();
        }
    }

    /** The cassandra.yaml values of the first node, which is the seed. */
    private static Map<String, Object> first() {
        return Map.of("listen_address", address(1));
    }

    /**
     * The cassandra.yaml values of a further node.
     *
     * @param number from 2
     */
    private static Map<String, Object> further(int number, CassandraProcess seed) {
        return Map.of(
                "listen_address",
                address(number),
                "seed_provider",
                NodeFolder.seeds(address(1) + ":" + seed.storagePort()));
    }
}
