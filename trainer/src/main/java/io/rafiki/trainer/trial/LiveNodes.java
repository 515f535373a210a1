package io.rafiki.trainer.trial;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Cost;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobEntry;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.Machine;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import io.rafiki.trainer.datastore.Datastore;
import io.rafiki.trainer.datastore.DatastoreException;
import io.rafiki.trainer.datastore.NodeManagement;
import io.rafiki.trainer.datastore.RemoteNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One node that is already there, which all trials of a campaign share. Closing it gives the node back the configuration in which it was
 * found.
 */
public final class LiveNodes implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String NOT_OURS = "unknown: the node is not ours";

    private final Datastore.Remote at;
    private final RemoteNode node;
    private final NodeManagement management;
    private NodeKnobs knobs;
    private Path found;

    private LiveNodes(Datastore.Remote at, RemoteNode node, NodeManagement management) {
        this.at = at;
        this.node = node;
        this.management = management;
    }

    /**
     * Connects to the node.
     *
     * @throws DatastoreException with one line, if it cannot be reached
     */
    public static LiveNodes connect(Datastore.Remote at) throws IOException {
        RemoteNode node = new RemoteNode(at);
        return new LiveNodes(at, node, node.management());
    }

    public RemoteNode node() {
        return node;
    }

    /** A name for the node that a file may have. */
    public String name() {
        return at.toString().replaceAll("[^\\w.-]+", "-");
    }

    /** What the node runs on: its JVM says so. */
    public Machine machine() throws DatastoreException {
        try {
            return NodeKnobs.machine(management.connection());
        } catch (NodeException refused) {
            throw new DatastoreException(refused.getMessage(), refused);
        }
    }

    /**
     * Makes sure that the space's knobs can be set while a node runs.
     *
     * @throws DatastoreException with one line, if one of them cannot
     */
    public void check(KnobSpace space, KnobCatalogue catalogue) throws DatastoreException {
        for (Knob knob : space.knobs()) {
            if (catalogue.entry(knob.name()).live().isEmpty()) {
                throw atStart(knob.name(), "");
            }
        }
    }

    /**
     * Writes down what the node has of the space's knobs, unless an earlier sitting has that was killed before it could give it back.
     *
     * @param file where it is written
     * @throws DatastoreException with one line, if one of the knobs cannot be set from the value that it has while the node runs
     */
    public void remember(KnobSpace space, KnobCatalogue catalogue, Path file) throws IOException {
        knobs = new NodeKnobs(management.connection(), catalogue);
        Map<String, Object> present = LiveNode.present(
                        knobs,
                        catalogue.space(space.knobs().stream().map(Knob::name).toList()))
                .toMap();
        for (Map.Entry<String, Object> value : present.entrySet()) {
            checkLive(catalogue.entry(value.getKey()), value.getValue());
        }
        if (!Files.exists(file)) {
            Path half = file.resolveSibling(file.getFileName() + ".half");
            JSON.writeValue(half.toFile(), present);
            Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
        }
        found = file;
    }

    /** A knob that is live in general may not be from the value that it has now. */
    private void checkLive(KnobEntry entry, Object has) throws DatastoreException {
        double code = entry.knob().code(has);
        double above = entry.knob().repair(code + 1);
        if (entry.costOf(code, above == code ? entry.knob().repair(code - 1) : above) == Cost.NEXT_START) {
            throw atStart(entry.name(), ", which is " + has + " there,");
        }
    }

    private DatastoreException atStart(String knob, String has) {
        return new DatastoreException(at + ": expected knobs that can be set while the node runs, found " + knob + has
                + " whose changes take effect at the next start only. Take it out of the plan.");
    }

    /** The node in this configuration. */
    TrialNode set(Configuration configuration, Conditions conditions) throws IOException {
        LiveNode.set(knobs, configuration.toMap());
        return new LiveNode(node, management, knobs, conditions, environment());
    }

    private Environment environment() throws IOException {
        Machine machine = machine();
        return new Environment(
                machine.cores(),
                machine.heapMiB(),
                null,
                NOT_OURS,
                null,
                NOT_OURS,
                "unknown",
                "all",
                machine.memoryMiB().orElse(0),
                "unknown",
                management.jvm("OperatingSystem", "Name") + " " + management.jvm("OperatingSystem", "Version"),
                management.jvm("Runtime", "VmVersion"),
                management.release(),
                at.toString(),
                NOT_OURS);
    }

    @Override
    public void close() throws IOException {
        try (management) {
            if (found != null && Files.exists(found)) {
                LiveNode.set(
                        knobs, JSON.readValue(found.toFile(), new TypeReference<LinkedHashMap<String, Object>>() {}));
                Files.delete(found);
            }
        }
    }
}
