package io.rafiki.trainer.cassandra;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.trial.KnobSetting;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.trial.TrialNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Nodes that are started for one trial each, with the trial's configuration.
 *
 * @param catalogue knob catalogue
 * @param conditions conditions of the campaign
 * @param cassandra release of the nodes
 * @param ledger records the started processes
 */
public record FreshNodes(
        KnobCatalogue catalogue, TrialConditions conditions, NodeFactory cassandra, ProcessLedger ledger) {

    /**
     * Starts a node on a copy of the data set, whose layout must match the configuration's compaction.
     *
     * @param folder folder of the trial; deleted and created again
     */
    public TrialNode start(Path folder, Configuration configuration, Dataset dataset)
            throws IOException, InterruptedException {
        Map<String, Object> yaml = new LinkedHashMap<>();
        KnobSetting.of(configuration, catalogue).forEach(knob -> yaml.putAll(knob.cassandraYaml()));
        return new FreshNode(
                LimitedNode.start(folder, dataset, conditions, conditions::pinning, cassandra, ledger, yaml, List.of()),
                catalogue);
    }
}
