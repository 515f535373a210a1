package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.model.BundleException;
import io.rafiki.model.ModelBundle;
import io.rafiki.model.Provenance;
import io.rafiki.surrogate.Aggregation;
import io.rafiki.surrogate.Calibration;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.EnsembleMember;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.MetricModel;
import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.OutputScaling;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.factory.Nd4j;

/** What is written for DL4J against DL4J itself: its parameters and its output. */
class Dl4jWriterTest {

    private final KnobSpace space = Surface.paperKnobs();
    private final FeatureEncoder encoding = FeatureEncoder.of(space);
    private final Random random = new Random(31);

    @TempDir
    private Path folder;

    @Test
    void dl4jRestoresEveryWeight() throws IOException {
        for (int[] layers : new int[][] {{6, 14, 4, 1}, {3, 5, 1}, {4, 3, 2, 2, 1}}) {
            Network network = network(layers);
            MultiLayerNetwork restored = ModelSerializer.restoreMultiLayerNetwork(
                    new ByteArrayInputStream(Dl4jWriter.write(network)), false);
            assertThat(parameters(restored)).containsExactly(network.parameters());
        }
    }

    @Test
    void theEvaluatorAgreesWithDl4jsOutputBeforeAndAfterSavingAndLoading() throws IOException, BundleException {
        int[] layers = {encoding.size(), 14, 4, 1};
        List<EnsembleMember> members = new ArrayList<>();
        List<MultiLayerNetwork> dl4j = new ArrayList<>();
        List<OutputScaling> targets = new ArrayList<>();
        for (int m = 0; m < 5; m++) {
            byte[] zip = Dl4jWriter.write(network(layers));
            OutputScaling target =
                    m % 2 == 0 ? new OutputScaling(false, 60_000, 25_000) : new OutputScaling(true, 10.8, 0.7);
            members.add(new EnsembleMember(zip, target, "single", 0.05, 40));
            targets.add(target);
            dl4j.add(ModelSerializer.restoreMultiLayerNetwork(new ByteArrayInputStream(zip), false));
        }
        List<Configuration> configurations = new ArrayList<>();
        Surface surface = new Surface(space, 1);
        for (int i = 0; i < 100; i++) {
            configurations.add(surface.random(random));
        }
        TrainingDomain envelope =
                TrainingDomain.of(space, List.of(Workload.ofReadRatio(0), Workload.ofReadRatio(1)), configurations);
        Path file = folder.resolve("model.zip");
        MetricModel median = new MetricModel(members, Aggregation.MEDIAN, Calibration.NONE, Double.NaN);
        MetricModel mean = new MetricModel(members, Aggregation.MEAN, Calibration.NONE, Double.NaN);
        ModelBundle made = new ModelBundle(
                space,
                encoding,
                Map.of(Metric.THROUGHPUT, mean, Metric.READ_P99, median),
                envelope,
                new Provenance(Map.of(), 100, "", "", 1));
        made.write(file);

        ModelBundle read = ModelBundle.read(file);
        Ensemble before = made.ensemble();
        Ensemble direct = read.ensemble();
        Ensemble ofMedian = read.ensemble(Metric.READ_P99).orElseThrow();
        for (int m = 0; m < dl4j.size(); m++) {
            assertThat(restore(read.checkedZips().get(m))).containsExactly(parameters(dl4j.get(m)));
        }
        for (Configuration configuration : configurations) {
            double readRatio = random.nextDouble();
            double[][] row = {encoding.encode(Workload.ofReadRatio(readRatio), configuration.codes())};
            double[] expected = new double[dl4j.size()];
            for (int m = 0; m < expected.length; m++) {
                expected[m] = targets.get(m)
                        .value(dl4j.get(m).output(Nd4j.create(row)).getDouble(0));
            }
            Arrays.sort(expected);
            double predicted = direct.predict(Workload.ofReadRatio(readRatio), configuration)
                    .mean();
            assertThat(predicted / Arrays.stream(expected).average().orElseThrow())
                    .isCloseTo(1, within(1e-9));
            assertThat(ofMedian.predict(Workload.ofReadRatio(readRatio), configuration)
                                    .mean()
                            / expected[2])
                    .isCloseTo(1, within(1e-9));
            assertThat(before.predict(Workload.ofReadRatio(readRatio), configuration)
                            .mean())
                    .isEqualTo(predicted);
        }
    }

    @Test
    void theSameNetworkGivesTheSameBytes() throws IOException {
        Network network = network(new int[] {6, 14, 4, 1});
        assertThat(Dl4jWriter.write(network)).isEqualTo(Dl4jWriter.write(network));
    }

    private Network network(int[] layers) {
        return new Network(
                layers, random.doubles(Network.parameters(layers), -1, 1).toArray());
    }

    private static double[] restore(byte[] zip) {
        try {
            return parameters(ModelSerializer.restoreMultiLayerNetwork(new ByteArrayInputStream(zip), false));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static double[] parameters(MultiLayerNetwork network) {
        return network.params().dup('f').data().asDouble();
    }
}
