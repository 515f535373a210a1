package io.rafiki.agent.dl4j;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;

/**
 * Restores a network's parameters with DL4J from a zip of {@link ModelSerializer}.
 *
 * <p>The order is DL4J's: layer by layer, for each neuron its incoming weights, then the layer's biases.
 */
final class Dl4jParameters implements Function<byte[], double[]> {

    /** @throws UncheckedIOException if DL4J cannot read the zip */
    @Override
    public double[] apply(byte[] zip) {
        try {
            MultiLayerNetwork network = ModelSerializer.restoreMultiLayerNetwork(new ByteArrayInputStream(zip), false);
            // network.close() is not called, because it triggers a garbage collection of the whole JVM
            return network.params().dup('f').data().asDouble();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
