package io.rafiki.trainer.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.Metric;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the model of this installation and made-up trials. */
class CandidatesTest {

    private static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    private static final Path MODEL = Path.of("../conf/models/cassandra-5.0-2core/model.zip");
    private static final Workload HALF = Workload.ofReadRatio(0.5);
    private static final int OTHERS = 20;

    @TempDir
    private Path folder;

    /** Every trial without range reads is faster. Of those with range reads, the one with 40 threads is the best. */
    @Test
    void theBestOfOthersHasTheScansOfTheWorkload() throws Exception {
        Workload scans = HALF.with(WorkloadFeature.SCAN_SHARE, 0.5);
        Configuration usual = KnobCatalogue.read(CATALOGUE, new NodeResources(2, 512).memory(1024))
                .space(List.of("concurrent_reads"))
                .defaults();
        Trials trials = new Trials(folder.resolve(Trials.FILE));
        for (int i = 0; i < 2 * OTHERS; i++) {
            boolean hasScans = i >= OTHERS;
            int threads = hasScans ? 13 + i : 60 + i;
            trials.append(Lines.measured(
                    new PlannedTrial(hasScans ? scans : HALF, usual.with("concurrent_reads", threads), 0),
                    hasScans ? threads == 40 ? 1_500 : 1_000 : 9_000,
                    Instant.ofEpochSecond(1_800_000_000L + 60L * i).toString()));
        }
        Candidates candidates = new Candidates(
                TrialData.read(folder, CATALOGUE),
                ModelBundle.read(MODEL),
                Metric.THROUGHPUT,
                Optional.empty(),
                Map.of(),
                OTHERS);

        assertThat(candidates.at(scans, 1)).containsEntry("best of 20 others", Map.of("concurrent_reads", 40L));
        assertThat(candidates.at(HALF, 1).get("best of 20 others"))
                .extractingByKey("concurrent_reads")
                .asString()
                .matches("[67]\\d");
    }
}
