package io.rafiki;

import io.rafiki.config.ConfigException;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.ModelBundle;
import io.rafiki.model.Provenance;
import io.rafiki.surrogate.EnsembleMember;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.OutputScaling;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;

/** A bundle of one network with arbitrary weights: sound to load, of no use to tune by. */
final class SmallModel {

    private static final long SEED = 7;

    private SmallModel() {}

    static Path write(Path file) throws IOException, ConfigException {
        KnobCatalogue catalogue = KnobCatalogue.read(
                Distribution.file("conf/knobs/cassandra-5.0.yaml"), new NodeResources(2, RealNode.HEAP_MIB));
        KnobSpace space = catalogue.space(List.of("concurrent_writes", "compaction_throughput"));
        FeatureEncoder encoding = FeatureEncoder.of(space);
        EnsembleMember member =
                new EnsembleMember(network(encoding.size()), new OutputScaling(false, 10_000, 1_000), "single", 0.1, 5);
        new ModelBundle(
                        space,
                        encoding,
                        List.of(member),
                        TrainingDomain.of(
                                space,
                                List.of(Workload.ofReadRatio(0), Workload.ofReadRatio(1)),
                                List.of(space.defaults(), space.defaults())),
                        new Provenance(Map.of(), 2, "", "test", SEED))
                .write(file);
        return file;
    }

    private static byte[] network(int inputs) throws IOException {
        MultiLayerNetwork network = new MultiLayerNetwork(new NeuralNetConfiguration.Builder()
                .seed(SEED)
                .dataType(DataType.DOUBLE)
                .list()
                .layer(new DenseLayer.Builder()
                        .nIn(inputs)
                        .nOut(4)
                        .activation(Activation.TANH)
                        .build())
                .layer(new OutputLayer.Builder(LossFunction.MSE)
                        .nIn(4)
                        .nOut(1)
                        .activation(Activation.IDENTITY)
                        .build())
                .build());
        network.init();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ModelSerializer.writeModel(network, bytes, false);
        return bytes.toByteArray();
    }
}
