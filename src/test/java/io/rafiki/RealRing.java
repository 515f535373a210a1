package io.rafiki;

import io.rafiki.trainer.host.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A cluster of real nodes with the agent, numbered from 1. Windows last two seconds unless a test needs longer ones, and an operator
 * approves roll-outs. The model proposes 128 writers and leveled compaction.
 */
final class RealRing implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String WRITERS = "org.apache.cassandra.request:type=MutationStage";

    private final Path folder;
    private final RingSettings settings;
    private final Map<Integer, RealNode> nodes = new TreeMap<>();

    /** Nodes that reach each other directly. */
    RealRing(Path folder) throws IOException {
        this(folder, FreePorts.choose().storage(), "127.0.0.");
    }

    /**
     * Nodes that listen on 127.0.0.1, 127.0.0.2 and so on.
     *
     * @param folder of all nodes
     * @param port between nodes
     * @param network first three bytes of the addresses under which nodes reach each other
     */
    RealRing(Path folder, int port, String network) {
        this.folder = folder;
        this.settings = new RingSettings(port, network);
    }

    /** The same ring with another value of cassandra.yaml. */
    RealRing with(String key, Object value) {
        settings.put(key, value);
        return this;
    }

    /** The same ring with windows of this length. */
    RealRing withWindow(String length) {
        settings.window(length);
        return this;
    }

    /** Starts some nodes, one after the other, and waits for their tuners. */
    void start(int size) throws Exception {
        // for so long it waits for the other seed, which does not run yet
        start(1, "rack1", "-Dcassandra.ring_delay_ms=1000");
        for (int number = 2; number <= size; number++) {
            start(number, "rack1");
        }
        for (RealNode node : nodes.values()) {
            node.awaitTuner();
        }
    }

    /**
     * Starts a node, or starts it again.
     *
     * @param arguments further arguments of its JVM
     */
    RealNode start(int number, String rack, String... arguments) throws Exception {
        Path own = Files.createDirectories(own(number));
        String[] all = Stream.concat(settings.arguments(own, rack).stream(), Stream.of(arguments))
                .toArray(String[]::new);
        RealNode node = RealNode.start(own, settings.yaml(number), Map.of(), all);
        nodes.put(number, node);
        return node;
    }

    /** The folder of a node. */
    Path own(int number) {
        return folder.resolve("node" + number);
    }

    /** A node that runs. */
    RealNode node(int number) {
        return nodes.get(number);
    }

    /** Numbers of the nodes that run. */
    List<Integer> numbers() {
        return List.copyOf(nodes.keySet());
    }

    /** A node that runs, and is not this one. */
    int other(int number) {
        return nodes.keySet().stream()
                .filter(other -> other != number)
                .findFirst()
                .orElseThrow();
    }

    /** Kills a node, as {@code kill -9}. */
    void kill(int number) throws InterruptedException {
        nodes.remove(number).kill();
    }

    /** An operator's command on a node, in this JVM. */
    String cluster(int number, String... words) {
        return node(number)
                .tools()
                .rafikiHere(
                        Stream.concat(Stream.of("cluster"), Stream.of(words)).toArray(String[]::new));
    }

    /** What {@code rafiki cluster status} prints on a node. */
    String status(int number) {
        return cluster(number, "status");
    }

    /** Waits until all nodes report, and the canary has a proposal. */
    void awaitProposal() throws Exception {
        await("all nodes report", () -> {
            String status = status(numbers().get(0));
            return status.contains("Leader") && lines(status, "^127\\.0\\.[01]\\.\\d .*approve") == nodes.size();
        });
        await("the canary proposes", () -> {
            try {
                return cluster(numbers().get(0), "propose").contains("concurrent_writes=128");
            } catch (AssertionError notYet) {
                return false;
            }
        });
    }

    /**
     * Begins the proposed roll-out.
     *
     * @return the canary's address
     */
    String apply(int number) {
        String proposal = cluster(number, "propose");
        cluster(number, "apply", proposal.replaceAll("(?s):.*", ""));
        return proposal.replaceAll("(?s)/.*", "");
    }

    /** Begins the proposed roll-out, without a verdict about its canary: windows of two seconds are too short for one. */
    void begin(int number) {
        apply(number);
        cluster(number, "promote");
    }

    /** Number of the node that holds the lease, as a node sees it; 0 if none does. */
    int leader(int number) {
        String address = value(status(number), "Leader");
        return address.isEmpty() ? 0 : number(address);
    }

    /** The number of the node with an address. */
    static int number(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf('.') + 1));
    }

    /** Waits until a node sees another leader than this one. */
    void awaitOtherLeader(int number, int former) throws Exception {
        await("another node leads", () -> !List.of(0, former).contains(leader(number)));
    }

    /** Numbers of the nodes whose pool of writers differs from cassandra.yaml. */
    List<Integer> changed() throws Exception {
        List<Integer> changed = new ArrayList<>();
        for (int number : numbers()) {
            if (!node(number).attribute(WRITERS, "MaximumPoolSize").equals(32)) {
                changed.add(number);
            }
        }
        return changed;
    }

    private static long lines(String text, String pattern) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(text)
                .results()
                .count();
    }

    /** The value of a line of the status; empty without it. */
    static String value(String status, String label) {
        Matcher line = Pattern.compile("(?m)^" + label + " +(\\S+)").matcher(status);
        return line.find() ? line.group(1) : "";
    }

    /** Waits for a condition. A failure shows the status of the nodes. */
    void await(String what, Callable<Boolean> condition) throws Exception {
        try {
            Awaitility.await(what)
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(500))
                    .until(condition);
        } catch (ConditionTimeoutException tooLate) {
            StringBuilder status = new StringBuilder(tooLate.getMessage());
            for (int number : numbers()) {
                status.append(System.lineSeparator()).append(status(number));
            }
            throw new AssertionError(status.toString(), tooLate);
        }
    }

    /** Kills all nodes. */
    @Override
    public void close() throws IOException {
        for (RealNode node : nodes.values()) {
            node.close();
        }
    }
}
