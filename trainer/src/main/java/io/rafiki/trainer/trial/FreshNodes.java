package io.rafiki.trainer.trial;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.datastore.Cassandra;
import io.rafiki.trainer.datastore.Dataset;
import io.rafiki.trainer.datastore.ProcessLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Nodes that are started for one trial each, in its configuration.
 *
 * @param catalogue of the knobs
 * @param conditions of the campaign
 * @param cassandra that they are started from
 * @param ledger of what is started
 */
public record FreshNodes(KnobCatalogue catalogue, Conditions conditions, Cassandra cassandra, ProcessLedger ledger) {

    /** One on a copy of the data set, which must be laid out as the configuration's compaction says. */
    TrialNode start(Path folder, Configuration configuration, Dataset dataset)
            throws IOException, InterruptedException {
        Map<String, Object> yaml = new LinkedHashMap<>();
        SetKnob.of(configuration, catalogue).forEach(knob -> yaml.putAll(knob.cassandraYaml()));
        return new FreshNode(
                ConditionedNode.start(
                        folder, dataset, conditions, conditions::pinning, cassandra, ledger, yaml, List.of()),
                catalogue);
    }
}
