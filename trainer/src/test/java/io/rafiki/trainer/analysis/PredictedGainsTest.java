package io.rafiki.trainer.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.ModelBundle;
import io.rafiki.model.Provenance;
import io.rafiki.surrogate.EnsembleMember;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.OutputScaling;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.trainer.train.Dl4jWriter;
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

/** On the model of this installation, a synthetic model and made-up trials. */
class PredictedGainsTest {

    private static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    private static final Path MODEL = Path.of("../conf/models/cassandra-5.0-2core/model.zip");
    private static final Workload HALF = Workload.ofReadRatio(0.5);
    private static final Workload SCANS = HALF.with(WorkloadFeature.SCAN_SHARE, 0.5);
    private static final String KNOB = "concurrent_reads";
    private static final int EACH = 6;

    @TempDir
    private Path folder;

    /** The predictions are those of a workload without range reads. */
    @Test
    void measurementsWithRangeReadsAreLeftOut() throws Exception {
        Configuration usual = writeBaseline(HALF, SCANS);

        PredictedGains gains = PredictedGains.of(
                TrialData.read(folder, CATALOGUE),
                ModelBundle.read(MODEL),
                1,
                Optional.of(verification(row(HALF, usual), row(SCANS, usual))));

        assertThat(gains.baseline()).hasSize(EACH).allSatisfy(trial -> assertThat(trial.throughput())
                .isGreaterThan(5_000));
        assertThat(gains.verified()).extracting(VerificationRow::workload).containsExactly(HALF);
    }

    /** The model is trained to 80 % reads. At 90 % it chooses few threads, at 80 % many. */
    @Test
    void theChoiceOutsideOfTheTrainingDomainIsThatOfTheVerification() throws Exception {
        ModelBundle model = steep();
        Workload reads = Workload.ofReadRatio(0.9);
        Configuration choice = choice(model, reads);
        Configuration other = model.space().defaults().with(KNOB, 9);
        assertThat(choice).isNotEqualTo(choice(model, Workload.ofReadRatio(0.8)));
        writeBaseline(HALF, SCANS);

        PredictedGains gains = PredictedGains.of(
                TrialData.read(folder, CATALOGUE),
                model,
                1,
                Optional.of(verification(row(reads, choice), row(HALF, other))));

        assertThat(gains.verified()).extracting(VerificationRow::workload).containsExactly(reads, HALF);
        assertThat(gains.different()).extracting(VerificationRow::workload).containsExactly(HALF);
    }

    /**
     * A model of one network. With {@code u} the knob and {@code v} the read ratio, both scaled to -1..1, {@code tanh(u + 10v - 6) -
     * tanh(u - 10v + 8)} rises with {@code u} below 85 % reads and falls above.
     */
    private static ModelBundle steep() throws Exception {
        KnobSpace space = new KnobSpace(List.of(new IntegerKnob(KNOB, "threads", 8, 128, Map.of(), 32)));
        Network network = new Network(new int[] {2, 2, 1}, new double[] {10, 1, -10, 1, -6, 8, 1, -1, 0});
        return new ModelBundle(
                space,
                FeatureEncoder.of(space),
                List.of(new EnsembleMember(
                        Dl4jWriter.write(network), new OutputScaling(false, 10_000, 3_000), "single", 0.1, 5)),
                new TrainingDomain(
                        Map.of(WorkloadFeature.READ_RATIO, new TrainingDomain.Bounds(0.2, 0.8)),
                        List.of(new TrainingDomain.Seen(8, 128, List.of()))),
                new Provenance(Map.of(), 2, "", "test", 0));
    }

    private static Configuration choice(ModelBundle model, Workload workload) {
        return model.space()
                .configuration(Candidates.choice(model, Metric.THROUGHPUT, workload, VerificationPlan.SEED));
    }

    private Configuration writeBaseline(Workload... workloads) throws Exception {
        Configuration usual = KnobCatalogue.read(CATALOGUE, new NodeResources(2, 512).memory(1024))
                .space(List.of(KNOB))
                .defaults();
        Trials trials = new Trials(folder.resolve(Trials.FILE));
        for (int i = 0; i < 2 * EACH; i++) {
            Workload workload = workloads[i % workloads.length];
            trials.append(Lines.measured(
                    new PlannedTrial(workload, usual, i),
                    (workload.equals(SCANS) ? 1_000 : 9_000) + 20 * (i % 5),
                    Instant.ofEpochSecond(1_800_000_000L + 60L * i).toString()));
        }
        return usual;
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
