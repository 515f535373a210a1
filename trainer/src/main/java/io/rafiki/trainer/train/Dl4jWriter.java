package io.rafiki.trainer.train;

import io.rafiki.surrogate.Network;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.deeplearning4j.nn.conf.NeuralNetConfiguration;
import org.deeplearning4j.nn.conf.layers.DenseLayer;
import org.deeplearning4j.nn.conf.layers.OutputLayer;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;
import org.nd4j.linalg.activations.Activation;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.linalg.learning.config.NoOp;
import org.nd4j.linalg.lossfunctions.LossFunctions.LossFunction;

/** Writes a network in DL4J's format. */
public final class Dl4jWriter {

    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private Dl4jWriter() {}

    public static MultiLayerNetwork toDl4j(Network network) {
        int[] layers = network.layers();
        NeuralNetConfiguration.ListBuilder builder = new NeuralNetConfiguration.Builder()
                .dataType(DataType.DOUBLE)
                .seed(0)
                .updater(new NoOp())
                .list();
        for (int l = 1; l < layers.length - 1; l++) {
            builder.layer(new DenseLayer.Builder()
                    .nIn(layers[l - 1])
                    .nOut(layers[l])
                    .activation(Activation.TANH)
                    .build());
        }
        builder.layer(new OutputLayer.Builder(LossFunction.MSE)
                .nIn(layers[layers.length - 2])
                .nOut(1)
                .activation(Activation.IDENTITY)
                .build());
        MultiLayerNetwork dl4j = new MultiLayerNetwork(builder.build());
        dl4j.init();
        double[] parameters = network.parameters();
        dl4j.setParams(Nd4j.create(parameters, new long[] {1, parameters.length}));
        return dl4j;
    }

    /** The zip that DL4J's {@code ModelSerializer} writes, without timestamps in its entries, so that equal networks give equal bytes. */
    public static byte[] write(Network network) throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ModelSerializer.writeModel(toDl4j(network), written, false);
        ByteArrayOutputStream timeless = new ByteArrayOutputStream();
        try (ZipInputStream from = new ZipInputStream(new ByteArrayInputStream(written.toByteArray()));
                ZipOutputStream to = new ZipOutputStream(timeless)) {
            for (ZipEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
                ZipEntry copy = new ZipEntry(entry.getName());
                copy.setTimeLocal(NO_TIME);
                to.putNextEntry(copy);
                from.transferTo(to);
                to.closeEntry();
            }
        }
        return timeless.toByteArray();
    }
}
