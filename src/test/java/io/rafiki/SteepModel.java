package io.rafiki;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.ModelBundle;
import io.rafiki.model.Provenance;
import io.rafiki.surrogate.EncodedInput;
import io.rafiki.surrogate.EnsembleMember;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.OutputScaling;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;

/**
 * A bundle of one network with chosen weights, which prefers many writers and few readers when there are writes only, and the
 * opposite when there are reads only.
 *
 * <p>With {@code u} a knob and {@code v} the read ratio, both stretched to -1..1, {@code tanh(u+v+1) - tanh(u-v+1)} rises with
 * {@code u} at {@code v = -1} and falls at {@code v = 1}. Leveled compaction, where the model has it, is always better.
 */
final class SteepModel {

    private SteepModel() {}

    /** Writes the bundle of two knobs, with the provenance of this machine. */
    static Path write(Path file) throws IOException, ConfigException {
        return write(file, List.of("concurrent_writes", "concurrent_reads"), Map.of());
    }

    /** The same with compaction, SizeTiered or Leveled, and its throughput, which has no effect. */
    static Path writeWithCompaction(Path file) throws IOException, ConfigException {
        return write(
                file,
                List.of("concurrent_writes", "concurrent_reads", "compaction", "compaction_throughput"),
                Map.of("compaction", "Leveled", "compaction_throughput", 128));
    }

    /** The same with compaction alone, for a node with another limit of compactions. */
    static Path writeWithStrategy(Path file) throws IOException, ConfigException {
        return write(
                file, List.of("concurrent_writes", "concurrent_reads", "compaction"), Map.of("compaction", "Leveled"));
    }

    private static Path write(Path file, List<String> knobs, Map<String, Object> others)
            throws IOException, ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(
                Distribution.file("conf/knobs/cassandra-5.0.yaml"),
                new NodeResources(Runtime.getRuntime().availableProcessors(), RealNode.HEAP_MIB));
        KnobSpace space = catalogue.space(knobs);
        FeatureEncoder encoder = FeatureEncoder.of(space);
        Configuration least = space.defaults().with("concurrent_writes", 8).with("concurrent_reads", 8);
        Configuration most =
                space.configuration(others).with("concurrent_writes", 128).with("concurrent_reads", 128);
        Map<String, String> environment = Map.of(
                "cores",
                Integer.toString(Runtime.getRuntime().availableProcessors()),
                "heapMiB",
                Integer.toString(RealNode.HEAP_MIB),
                "cassandra",
                System.getProperty("rafiki.cassandra.version"),
                "java",
                System.getProperty("java.version"));
        new ModelBundle(
                        space,
                        encoder,
                        List.of(new EnsembleMember(
                                network(space, encoder), new OutputScaling(false, 10_000, 3_000), "single", 0.1, 5)),
                        TrainingDomain.of(
                                space, List.of(Workload.ofReadRatio(0), Workload.ofReadRatio(1)), List.of(least, most)),
                        new Provenance(environment, 2, "", "test", 0))
                .write(file);
        return file;
    }

    private static byte[] network(KnobSpace space, FeatureEncoder encoder) throws IOException {
        int inputs = encoder.size();
        MultiLayerNetwork network = new MultiLayerNetwork(new NeuralNetConfiguration.Builder()
                .dataType(DataType.DOUBLE)
                .list()
                .layer(new DenseLayer.Builder()
                        .nIn(inputs)
                        .nOut(5)
                        .activation(Activation.TANH)
                        .build())
                .layer(new OutputLayer.Builder(LossFunction.MSE)
                        .nIn(5)
                        .nOut(1)
                        .activation(Activation.IDENTITY)
                        .build())
                .build());
        double[] weights = concatenated(
                neuron(inputs, number(encoder, space.indexOf("concurrent_writes")), 1),
                neuron(inputs, number(encoder, space.indexOf("concurrent_writes")), -1),
                neuron(inputs, number(encoder, space.indexOf("concurrent_reads")), -1),
                neuron(inputs, number(encoder, space.indexOf("concurrent_reads")), 1),
                neuron(inputs, leveled(encoder, space.indexOf("compaction")), 0),
                new double[] {1, 1, 1, 1, 0},
                new double[] {1, -1, 1, -1, 1},
                new double[] {0});
        network.init(Nd4j.create(weights, new long[] {1, weights.length}), false);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ModelSerializer.writeModel(network, bytes, false);
        return bytes.toByteArray();
    }

    /** The input of a knob's number. */
    private static int number(FeatureEncoder encoder, int knob) {
        return input(encoder, input -> input instanceof EncodedInput.Numeric number && number.knob() == knob);
    }

    /** The input of Leveled compaction; -1 without the knob. */
    private static int leveled(FeatureEncoder encoder, int knob) {
        return input(
                encoder,
                input -> input instanceof EncodedInput.Indicator choice && choice.knob() == knob && choice.code() == 1);
    }

    private static int input(FeatureEncoder encoder, Predicate<EncodedInput> wanted) {
        return IntStream.range(0, encoder.size())
                .filter(i -> wanted.test(encoder.inputs().get(i)))
                .findFirst()
                .orElse(-1);
    }

    /** @param input whose weight is 1; none if it is negative */
    private static double[] neuron(int inputs, int input, double readRatio) {
        double[] incoming = new double[inputs];
        incoming[0] = readRatio;
        if (input >= 0) {
            incoming[input] = 1;
        }
        return incoming;
    }

    private static double[] concatenated(double[]... parts) {
        return Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
    }
}
