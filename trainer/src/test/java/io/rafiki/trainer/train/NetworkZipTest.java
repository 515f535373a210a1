package io.rafiki.trainer.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.BundleException;
import io.rafiki.surrogate.BundleMember;
import io.rafiki.surrogate.Calibration;
import io.rafiki.surrogate.Combine;
import io.rafiki.surrogate.Encoding;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.Envelope;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.MetricModel;
import io.rafiki.surrogate.ModelBundle;
import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.Provenance;
import io.rafiki.surrogate.Target;
import io.rafiki.trainer.bench.Surface;
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
class NetworkZipTest {

    private final KnobSpace space = Surface.paperKnobs();
    private final Encoding encoding = Encoding.of(space);
    private final Random random = new Random(31);

    @TempDir
    private Path folder;

    @Test
    void dl4jRestoresEveryWeight() throws IOException {
        for (int[] layers : new int[][] {{6, 14, 4, 1}, {3, 5, 1}, {4, 3, 2, 2, 1}}) {
            Network network = network(layers);
            MultiLayerNetwork restored = ModelSerializer.restoreMultiLayerNetwork(
                    new ByteArrayInputStream(NetworkZip.write(network)), false);
            assertThat(parameters(restored)).containsExactly(network.parameters());
        }
    }

    @Test
    void theEvaluatorAgreesWithDl4jsOutputBeforeAndAfterSavingAndLoading() throws IOException, BundleException {
        int[] layers = {encoding.size(), 14, 4, 1};
        List<BundleMember> members = new ArrayList<>();
        List<MultiLayerNetwork> dl4j = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        for (int m = 0; m < 5; m++) {
            byte[] zip = NetworkZip.write(network(layers));
            Target target = m % 2 == 0 ? new Target(false, 60_000, 25_000) : new Target(true, 10.8, 0.7);
            members.add(new BundleMember(zip, target, "single", 0.05, 40));
            targets.add(target);
            dl4j.add(ModelSerializer.restoreMultiLayerNetwork(new ByteArrayInputStream(zip), false));
        }
        List<Configuration> configurations = new ArrayList<>();
        Surface surface = new Surface(space, 1);
        for (int i = 0; i < 100; i++) {
            configurations.add(surface.random(random));
        }
        Envelope envelope = Envelope.of(space, List.of(0.0, 1.0), configurations);
        Path file = folder.resolve("model.zip");
        MetricModel median = new MetricModel(members, Combine.MEDIAN, Calibration.NONE, Double.NaN);
        MetricModel mean = new MetricModel(members, Combine.MEAN, Calibration.NONE, Double.NaN);
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
        Ensemble throughDl4j = read.ensemble(NetworkZipTest::restore);
        for (Configuration configuration : configurations) {
            double readRatio = random.nextDouble();
            double[][] row = {encoding.encode(readRatio, configuration.codes())};
            double[] expected = new double[dl4j.size()];
            for (int m = 0; m < expected.length; m++) {
                expected[m] = targets.get(m)
                        .value(dl4j.get(m).output(Nd4j.create(row)).getDouble(0));
            }
            Arrays.sort(expected);
            double predicted = direct.predict(readRatio, configuration).mean();
            assertThat(predicted / Arrays.stream(expected).average().orElseThrow())
                    .isCloseTo(1, within(1e-9));
            assertThat(ofMedian.predict(readRatio, configuration).mean() / expected[2])
                    .isCloseTo(1, within(1e-9));
            assertThat(before.predict(readRatio, configuration).mean()).isEqualTo(predicted);
            assertThat(throughDl4j.predict(readRatio, configuration).mean()).isEqualTo(predicted);
        }
    }

    @Test
    void theSameNetworkGivesTheSameBytes() throws IOException {
        Network network = network(new int[] {6, 14, 4, 1});
        assertThat(NetworkZip.write(network)).isEqualTo(NetworkZip.write(network));
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
