package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.model.Provenance;
import io.rafiki.surrogate.Calibration;
import io.rafiki.surrogate.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The paper's recipe, to the letter (Rafiki §3.6.2). */
class TrainingConfigTest {

    @TempDir
    private Path folder;

    private final TrainingData samples = new Surface(Surface.paperKnobs(), 1).samples(30, 0.05, 4);

    @Test
    void theManifestContainsThePapersRecipe() throws InterruptedException, IOException, BundleException {
        TrainedEnsemble trained = new EnsembleTrainer(TrainingConfig.named("paper"), finished -> {}).train(samples);
        TrainedEnsemble.bundle(
                        Map.of(Metric.THROUGHPUT, trained),
                        new Provenance(Map.of(), 30, "hash", "rafiki train --recipe paper", 1))
                .write(folder.resolve("model.zip"));
        ModelBundle read = ModelBundle.read(folder.resolve("model.zip"));

        assertThat(read.provenance().recipe())
                .isEqualTo("paper: 20 networks [14, 4], 200 epochs at most, single linear; 70 % kept by training error,"
                        + " combined by their mean");
        assertThat(read.members()).hasSize(14).allSatisfy(member -> {
            assertThat(member.prior()).isEqualTo("single");
            assertThat(member.target().logarithmic()).isFalse();
        });
        assertThat(trained.kept())
                .allSatisfy(network -> assertThat(network.network().layers()).containsExactly(6, 14, 4, 1));
        assertThat(read.metrics().get(Metric.THROUGHPUT).calibration().scale())
                .as("the spread itself")
                .isEqualTo(Calibration.NONE.scale());
    }

    @Test
    void thePapersRecipeKeepsTheLeastTrainingErrors() throws InterruptedException {
        TrainingConfig recipe = TrainingConfig.PAPER.with(10, 1, 3);
        TrainedEnsemble trained = new EnsembleTrainer(recipe, finished -> {}).train(samples);
        NetworkTrainer trainer = new NetworkTrainer(recipe, samples, samples.encoding());
        List<Double> best = IntStream.range(0, 10)
                .mapToObj(trainer::train)
                .flatMap(Optional::stream)
                .map(this::trainingError)
                .sorted()
                .limit(7)
                .toList();
        assertThat(trained.kept()).extracting(this::trainingError).containsExactlyInAnyOrderElementsOf(best);
    }

    @Test
    void refusesMoreNetworksThanAModelHolds() {
        TrainingConfig many = TrainingConfig.DEFAULT.with(1000, 1, 1);
        many.requireModelSize(30, 2);
        assertThatThrownBy(() -> many.requireModelSize(30, 4))
                .as("499 weights of each network")
                .hasMessage("--nets: expected at most 501 (metrics: 4, inputs: 30), found 1000. Correct it.");
        assertThatThrownBy(() -> TrainingConfig.PAPER.with(1000, 1, 1).requireModelSize(30, 4))
                .as("70 %% are kept")
                .hasMessageContaining("at most 716 ");
    }

    private double trainingError(TrainedNetwork network) {
        double[][] inputs = samples.inputs(samples.encoding());
        double[] outputs = new double[inputs[0].length];
        new TanhModel(network.network().layers(), inputs).outputs(network.fit().weights(), outputs);
        double[] predictions =
                Arrays.stream(outputs).map(network.target()::value).toArray();
        return new RelativeErrors(samples.values()).mean(predictions);
    }

    @Test
    void refusesARecipeThatDoesNotExist() {
        assertThatThrownBy(() -> TrainingConfig.named("papers"))
                .hasMessage("--recipe: expected default or paper, found papers. Correct it.");
    }
}
