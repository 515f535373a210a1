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
class PredictedGainsTest {

    private static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    private static final Path MODEL = Path.of("../conf/models/cassandra-5.0-2core/model.zip");
    private static final Workload HALF = Workload.ofReadRatio(0.5);
    private static final Workload SCANS = HALF.with(WorkloadFeature.SCAN_SHARE, 0.5);
    private static final int EACH = 6;

    @TempDir
    private Path folder;

    /** The predictions are those of a workload without range reads. */
    @Test
    void measurementsWithRangeReadsAreLeftOut() throws Exception {
        Configuration usual = KnobCatalogue.read(CATALOGUE, new NodeResources(2, 512).memory(1024))
                .space(List.of("concurrent_reads"))
                .defaults();
        Trials trials = new Trials(folder.resolve(Trials.FILE));
        for (int i = 0; i < 2 * EACH; i++) {
            boolean hasScans = i % 2 == 1;
            trials.append(Lines.measured(
                    new PlannedTrial(hasScans ? SCANS : HALF, usual, i),
                    (hasScans ? 1_000 : 9_000) + 20 * (i % 5),
                    Instant.ofEpochSecond(1_800_000_000L + 60L * i).toString()));
        }

        PredictedGains gains = PredictedGains.of(
                TrialData.read(folder, CATALOGUE),
                ModelBundle.read(MODEL),
                1,
                Optional.of(verification(row(HALF, usual), row(SCANS, usual))));

        assertThat(gains.baseline()).hasSize(EACH).allSatisfy(trial -> assertThat(trial.throughput())
                .isGreaterThan(5_000));
        assertThat(gains.verified()).extracting(VerificationRow::workload).containsExactly(HALF);
    }

    private static PairedVerification verification(VerificationRow... rows) {
        return new PairedVerification(
                List.of(rows), List.of(), List.of(), Map.of(), 0, Map.of(), "made up", "made up", Map.of());
    }

    private static VerificationRow row(Workload workload, Configuration configuration) {
        return new VerificationRow(
                workload,
                configuration,
                Metric.THROUGHPUT,
                Candidates.RAFIKI,
                0,
                Map.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                1);
    }
}
