package io.rafiki.trainer.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.ModelBundle;
import io.rafiki.surrogate.EnsembleMember;
import io.rafiki.surrogate.OutputScaling;
import io.rafiki.trainer.trial.Lines;
import io.rafiki.trainer.trial.PlannedTrial;
import io.rafiki.trainer.trial.Trials;
import io.rafiki.workload.Workload;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On networks of this installation and made-up trials. */
class GainsByCostTest {

    private static final Path CATALOGUE = Path.of("../conf/knobs/cassandra-5.0.yaml");
    private static final Path MODEL = Path.of("../conf/models/cassandra-5.0-2core/model.zip");
    private static final Workload HALF = Workload.ofReadRatio(0.5);
    private static final int TRIALS = 12;

    /** The baseline's throughput near zero: each gain over it exceeds 1,000 %. */
    private static final double NEAR_ZERO = 1e-6;

    @TempDir
    private Path folder;

    @Test
    void offersNoCommandForAnImplausibleGain() throws Exception {
        writeTrials();
        ModelBundle raw = scaled(new OutputScaling(false, 0, 1));
        double baseline = raw.ensemble().predict(HALF, raw.space().defaults()).mean();

        assertThat(gains(scaled(new OutputScaling(false, NEAR_ZERO - baseline, 1)))
                        .omission()
                        .orElseThrow()
                        .cause())
                .isEqualTo(Omission.Cause.GAINS_UNSOUND);
        assertThat(gains(scaled(new OutputScaling(false, 1 - baseline, 1)))
                        .value()
                        .orElseThrow()
                        .rows())
                .isNotEmpty();
    }

    private Finding<GainsByCost> gains(ModelBundle model) throws Exception {
        return GainsByCost.of(
                TrialData.read(folder, CATALOGUE),
                model,
                KnobCatalogue.read(CATALOGUE, model.provenance().machine()),
                1);
    }

    /** The first network of the model, with another scaling of its output. */
    private static ModelBundle scaled(OutputScaling target) throws Exception {
        ModelBundle model = ModelBundle.read(MODEL);
        EnsembleMember first = model.members().get(0);
        return new ModelBundle(
                model.space(),
                model.encoding(),
                List.of(new EnsembleMember(
                        first.zip(), target, first.prior(), first.error(), first.effectiveParameters())),
                model.envelope(),
                model.provenance());
    }

    private void writeTrials() throws Exception {
        Configuration usual = KnobCatalogue.read(CATALOGUE, new NodeResources(2, 512).memory(1024))
                .space(List.of("concurrent_reads"))
                .defaults();
        Trials trials = new Trials(folder.resolve(Trials.FILE));
        for (int i = 0; i < TRIALS; i++) {
            trials.append(Lines.measured(
                    new PlannedTrial(i % 2 == 0 ? HALF : Workload.ofReadRatio(0.6), usual, i),
                    9_000 + 20 * (i % 5),
                    Instant.ofEpochSecond(1_800_000_000L + 60L * i).toString()));
        }
    }
}
