package io.rafiki.trainer.cassandra;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.TrialNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** An existing node that all trials of a campaign share. Closing restores its original configuration. */
public final class LiveNodes implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String NOT_OURS = "unknown: the node is not ours";

    private final Datastore.Remote at;
    private final RemoteNode node;
    private final NodeJmxClient management;
    private NodeKnobs knobs;
    private Path found;

    private LiveNodes(Datastore.Remote at, RemoteNode node, NodeJmxClient management) {
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
        return new LiveNodes(at, node, node.campaignManagement());
    }

    public RemoteNode node() {
        return node;
    }

    /** The node's name in a form that is valid in a file name. */
    public String name() {
        return at.toString().replaceAll("[^\\w.-]+", "-");
    }

    /** The resources of the node's machine, as its JVM reports them. */
    public NodeResources machine() throws DatastoreException {
        try {
            return NodeKnobs.machine(management.connection());
        } catch (NodeException refused) {
            throw new DatastoreException(refused.getMessage(), refused);
        }
    }

    /**
     * Checks that all knobs of the space have live setters.
     *
     * @throws DatastoreException with one line, if one of them has none
     */
    public void check(KnobSpace space, KnobCatalogue catalogue) throws DatastoreException {
        for (Knob knob : space.knobs()) {
            if (catalogue.entry(knob.name()).live().isEmpty()) {
                throw atStart(knob.name(), "");
            }
        }
    }

    /**
     * Restores the values that a killed earlier session has recorded, perhaps of other knobs, and records those of the space's knobs.
     *
     * @param file file of the record
     * @throws DatastoreException with one line, if a value cannot be restored, or a knob cannot be changed from its present value while the
     *     node runs
     */
    public void remember(KnobSpace space, KnobCatalogue catalogue, Path file) throws IOException {
        knobs = new NodeKnobs(management.connection(), catalogue);
        restore(file);
        Map<String, Object> present = LiveNode.present(
                        knobs,
                        catalogue.space(space.knobs().stream().map(Knob::name).toList()))
                .toMap();
        for (Map.Entry<String, Object> value : present.entrySet()) {
            checkLive(catalogue.entry(value.getKey()), value.getValue());
        }
        Path half = file.resolveSibling(file.getFileName() + ".half");
        JSON.writeValue(half.toFile(), present);
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
        found = file;
    }

    private void restore(Path file) throws IOException {
        if (Files.exists(file)) {
            LiveNode.restore(
                    knobs, JSON.readValue(file.toFile(), new TypeReference<LinkedHashMap<String, Object>>() {}), file);
            Files.delete(file);
        }
    }

    /** Checks the present value: a live knob can still be fixed at some values. */
    private void checkLive(KnobDefinition entry, Object has) throws DatastoreException {
        double code = entry.knob().code(has);
        double above = entry.knob().repair(code + 1);
        if (entry.costOf(code, above == code ? entry.knob().repair(code - 1) : above) == ChangeCost.NEXT_START) {
            throw atStart(entry.name(), ", which is " + has + " there,");
        }
    }

    private DatastoreException atStart(String knob, String has) {
        return new DatastoreException(at + ": expected knobs that can be set while the node runs, found " + knob + has
                + " whose changes take effect at the next start only. Take it out of the plan.");
    }

    /** The node, after it was set to this configuration. */
    public TrialNode set(Configuration configuration, TrialConditions conditions) throws IOException {
        LiveNode.set(knobs, configuration.toMap());
        return new LiveNode(node, management, knobs, conditions, environment());
    }

    private Environment environment() throws IOException {
        NodeResources machine = machine();
        return new Environment(
                machine.cores(),
                machine.heapMiB(),
                null,
                NOT_OURS,
                null,
                NOT_OURS,
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
            if (found != null) {
                restore(found);
            }
        }
    }
}
