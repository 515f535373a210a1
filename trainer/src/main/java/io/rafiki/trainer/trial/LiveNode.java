package io.rafiki.trainer.trial;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.TableName;
import io.rafiki.trainer.datastore.DatasetStore;
import io.rafiki.trainer.datastore.DatastoreException;
import io.rafiki.trainer.datastore.NodeManagement;
import io.rafiki.trainer.datastore.RemoteNode;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node that is already there, with the trial's configuration given to it while it runs.
 *
 * <p>What one trial writes the next one finds: before each, memtables are flushed and compactions have settled.
 *
 * @param node that is there
 * @param management a JMX connection to it, which stays open
 * @param knobs that are set over that connection
 * @param conditions of the campaign
 * @param environment what it runs on
 */
record LiveNode(
        RemoteNode node, NodeManagement management, NodeKnobs knobs, Conditions conditions, Environment environment)
        implements TrialNode {

    private static final List<TableName> TABLE = List.of(new TableName(DatasetStore.KEYSPACE, DatasetStore.TABLE));
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final Duration SETTLE = Duration.ofMinutes(30);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /**
     * Sets every knob.
     *
     * @throws DatastoreException with one line, if a value is refused or does not read back
     */
    static void set(NodeKnobs knobs, Map<String, Object> values) throws DatastoreException {
        for (Map.Entry<String, Object> value : values.entrySet()) {
            try {
                knobs.set(value.getKey(), value.getValue(), TABLE);
            } catch (NodeException refused) {
                throw new DatastoreException(refused.getMessage(), refused);
            }
        }
    }

    /** What the node has of these knobs. */
    static Configuration present(NodeKnobs knobs, KnobSpace space) throws DatastoreException {
        try {
            return knobs.read(space, TABLE);
        } catch (NodeException refused) {
            throw new DatastoreException(refused.getMessage(), refused);
        }
    }

    @Override
    public void awaitReady() throws IOException, InterruptedException {
        node.awaitReady(ANSWER);
        management.flush(DatasetStore.KEYSPACE);
        management.awaitCompactions(QUIET, SETTLE);
    }

    @Override
    public Map<String, Object> effective(Configuration proposed) throws IOException {
        return present(knobs, proposed.space()).toMap();
    }

    /** The node's processors are not this machine's to look at. */
    @Override
    public Optional<OtherLoad> others() {
        return Optional.empty();
    }

    @Override
    public Driven drive(Ycsb ycsb, double readRatio, WarmUp warmUp, Duration measured, Path folder)
            throws IOException, InterruptedException {
        return new Client(node, conditions, Optional.empty(), client -> {})
                .drive(ycsb, readRatio, warmUp, measured, folder);
    }

    /** The node stays, and so does the connection: they are the campaign's. */
    @Override
    public void close() {
        // nothing was started for this trial
    }
}
