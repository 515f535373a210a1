package io.rafiki.trainer.cassandra;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.TableName;
import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.LoadGenerator;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.TrialNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An existing node that runs with the trial's configuration, set while it runs.
 *
 * <p>A trial finds the data of the previous one. Therefore memtables are flushed and compactions settle before each trial.
 *
 * @param node existing node
 * @param management JMX connection, which stays open
 * @param knobs knobs that are set over the connection
 * @param conditions conditions of the campaign
 * @param environment environment of the node
 */
record LiveNode(
        RemoteNode node, NodeJmxClient management, NodeKnobs knobs, TrialConditions conditions, Environment environment)
        implements TrialNode {

    private static final List<TableName> TABLE = List.of(new TableName(DatasetStore.KEYSPACE, DatasetStore.TABLE));
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final Duration LEAST_SETTLE = Duration.ofMinutes(30);
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /**
     * Sets every knob.
     *
     * @throws DatastoreException with one line, if the node refuses a value or reads back another one
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

    /**
     * Sets every knob that the node permits to its recorded value.
     *
     * @param file file of the values
     * @throws DatastoreException with one line that names the file and the first failure, if there was one
     */
    static void restore(NodeKnobs knobs, Map<String, Object> values, Path file) throws DatastoreException {
        List<DatastoreException> failures = new ArrayList<>();
        for (Map.Entry<String, Object> value : values.entrySet()) {
            try {
                set(knobs, Map.of(value.getKey(), value.getValue()));
            } catch (DatastoreException refused) {
                failures.add(refused);
            }
        }
        if (!failures.isEmpty()) {
            DatastoreException first = failures.get(0);
            throw new DatastoreException(
                    file + ": expected to restore the node's values, found: " + first.getMessage()
                            + ". Correct the cause, or set the value by hand and delete the file.",
                    first);
        }
    }

    /** The node's present values of these knobs. */
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
        management.awaitCompactions(QUIET, conditions.data().timeLimit(LEAST_SETTLE));
    }

    @Override
    public Map<String, Object> effective(Configuration proposed) throws IOException {
        return present(knobs, proposed.space()).toMap();
    }

    @Override
    public LoadGenerator client() {
        return new LoadGenerator(new CassandraTarget(node), conditions, Optional.empty(), client -> {});
    }

    /** Empty, because the node can run on another machine. */
    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    /** Keeps the node and the connection, which belong to the campaign. */
    @Override
    public void close() {
        // nothing was started for this trial
    }
}
