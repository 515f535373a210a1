package io.rafiki.agent.dl4j;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;

/** Networks with one hidden layer of three neurons, as DL4J writes them. */
final class Networks {

    static final int HIDDEN = 3;

    /** JavaCPP's own default: unpacked once for all modules' tests. */
    static final Path NATIVE_CACHE = Path.of(System.getProperty("user.home"), ".javacpp", "cache");

    private Networks() {}

    static int parameters(int inputs) {
        return inputs * HIDDEN + HIDDEN + HIDDEN + 1;
    }

    /** @param parameters in DL4J's order */
    static byte[] zip(int inputs, double[] parameters) throws IOException {
        MultiLayerNetwork network = new MultiLayerNetwork(new NeuralNetConfiguration.Builder()
                .dataType(DataType.DOUBLE)
                .list()
                .layer(new DenseLayer.Builder()
                        .nIn(inputs)
                        .nOut(HIDDEN)
                        .activation(Activation.TANH)
                        .build())
                .layer(new OutputLayer.Builder(LossFunction.MSE)
                        .nIn(HIDDEN)
                        .nOut(1)
                        .activation(Activation.IDENTITY)
                        .build())
                .build());
        network.init();
        network.setParams(Nd4j.create(parameters, new long[] {1, parameters.length}));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ModelSerializer.writeModel(network, bytes, false);
        return bytes.toByteArray();
    }
}
