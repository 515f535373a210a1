package io.rafiki.benchmark.rivals;

import io.rafiki.trainer.train.TrainingData;
import io.rafiki.trainer.train.TrialSet;
import java.nio.file.Path;

/** The trials of the shipped campaign. */
final class RecordedTrials {

    static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");

    static final Path CAMPAIGN = Path.of("../conf/campaigns/cassandra-5.0-2core");

    private RecordedTrials() {}

    static TrainingData read() throws Exception {
        return TrialSet.read(CAMPAIGN.resolve("trials.jsonl"), CAMPAIGN.resolve("plan.yaml"), CATALOGUE)
                .samples();
    }
}
