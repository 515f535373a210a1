package io.rafiki.trainer.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.trial.TrialWorkload;

/** Made-up trials as lines of a file. */
final class TrialLines {

    private static final ObjectMapper JSON = new ObjectMapper();

    private TrialLines() {}

    /** @param records rows in the table */
    static String of(String id, TrainingData.Point point, long records) {
        ObjectNode trial = JSON.createObjectNode();
        trial.put("id", id).put("status", "ok");
        trial.set("workload", JSON.valueToTree(new TrialWorkload(point.workload(), records, 1000, 1, null, null, 32)));
        trial.set("proposed", JSON.valueToTree(point.configuration().toMap()));
        trial.putObject("environment").put("cores", 2).put("heapMiB", 1024).put("cassandra", "5.0.9");
        trial.putObject("throughput")
                .put("mean", point.value())
                .put("low", 1)
                .put("high", 2)
                .putArray("perSecond");
        return trial.toString();
    }
}
