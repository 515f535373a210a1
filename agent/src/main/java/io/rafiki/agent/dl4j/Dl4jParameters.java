package io.rafiki.agent.dl4j;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;
import org.deeplearning4j.util.ModelSerializer;

/**
 * A network's parameters out of a zip that {@link ModelSerializer} wrote, as DL4J itself restores it.
 *
 * <p>The order is DL4J's: layer by layer, for each neuron its incoming weights, then the layer's biases.
 */
final class Dl4jParameters implements Function<byte[], double[]> {

    /** @throws UncheckedIOException if DL4J cannot read the zip */
    @Override
    public double[] apply(byte[] zip) {
        try {
            MultiLayerNetwork network = ModelSerializer.restoreMultiLayerNetwork(new ByteArrayInputStream(zip), false);
            // not network.close(): it collects the garbage of the whole JVM
            return network.params().dup('f').data().asDouble();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
