package io.rafiki.agent.dl4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.deeplearning4j.nn.conf.MultiLayerConfiguration;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;

class Dl4jParametersTest {

    @BeforeAll
    static void loadNatives() throws IOException {
        Natives.load(Path.of("target", "native"));
    }

    @Test
    void givesBackTheParametersThatWereWritten() throws IOException {
        double[] written = new Random(3).doubles(2 * 3 + 3 + 3 + 1).toArray();
        assertThat(new Dl4jParameters().apply(zip(written))).containsExactly(written);
    }

    @Test
    void refusesWhatIsNoZip() {
        assertThatThrownBy(() -> new Dl4jParameters().apply(new byte[] {1, 2, 3}))
                .isInstanceOf(RuntimeException.class);
    }

    private static byte[] zip(double[] parameters) throws IOException {
        MultiLayerConfiguration configuration = new NeuralNetConfiguration.Builder()
                .dataType(DataType.DOUBLE)
                .list()
                .layer(new DenseLayer.Builder()
                        .nIn(2)
                        .nOut(3)
                        .activation(Activation.TANH)
                        .build())
                .layer(new OutputLayer.Builder(LossFunction.MSE)
                        .nIn(3)
                        .nOut(1)
                        .activation(Activation.IDENTITY)
                        .build())
                .build();
        MultiLayerNetwork network = new MultiLayerNetwork(configuration);
        network.init();
        network.setParams(Nd4j.create(parameters, new long[] {1, parameters.length}));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ModelSerializer.writeModel(network, bytes, false);
        return bytes.toByteArray();
    }
}
