package io.rafiki.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.JsonNode;
import io.rafiki.surrogate.ModelLimits;
import io.rafiki.surrogate.Network;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a network from a zip of DL4J's {@code ModelSerializer} without DL4J.
 *
 * <p>{@code configuration.json} lists the layers. {@code coefficients.bin} has the format of {@code Nd4j.write}: the shape buffer and the
 * data buffer, each with an allocation mode (UTF), a length (long), a data type (UTF) and big-endian values.
 *
 * <p>DL4J creates the classes that the configuration names, and reads an entry {@code preprocessor.bin} by Java serialization. A zip with
 * any other class or entry is therefore rejected before DL4J receives it.
 */
final class Dl4jReader {

    private static final String CONFIGURATION = "configuration.json";
    private static final String COEFFICIENTS = "coefficients.bin";
    private static final long MAX_HEADER_BYTES = 1 << 10;
    private static final String DENSE = "org.deeplearning4j.nn.conf.layers.DenseLayer";
    private static final String OUTPUT = "org.deeplearning4j.nn.conf.layers.OutputLayer";
    private static final String TANH = "org.nd4j.linalg.activations.impl.ActivationTanH";
    private static final String IDENTITY = "org.nd4j.linalg.activations.impl.ActivationIdentity";

    /** The largest permitted size of each permitted entry. */
    private static final Map<String, Long> ENTRIES =
            Map.of(CONFIGURATION, 256L << 10, COEFFICIENTS, ModelLimits.WEIGHTS * Double.BYTES + MAX_HEADER_BYTES);

    private static final Set<String> CLASSES = Set.of(
            DENSE,
            OUTPUT,
            TANH,
            IDENTITY,
            "org.nd4j.linalg.lossfunctions.impl.LossMSE",
            "org.nd4j.linalg.learning.config.NoOp",
            "org.nd4j.linalg.learning.config.Sgd",
            "org.deeplearning4j.nn.weights.WeightInitXavier");

    private Dl4jReader() {}

    /** @throws IllegalArgumentException with one line if the zip contains no network, or one of an unsupported type */
    static Network read(byte[] zip) {
        try {
            Map<String, byte[]> entries = entries(zip);
            int[] layers = layers(entry(entries, CONFIGURATION));
            return new Network(layers, parameters(entry(entries, COEFFICIENTS), layers));
        } catch (IOException damaged) {
            throw new IllegalArgumentException(
                    "expected a zip written by DL4J's ModelSerializer, found damage (" + damaged.getMessage() + ")",
                    damaged);
        }
    }

    /**
     * A new zip with only the permitted entries of another, so that DL4J finds exactly what was checked.
     *
     * @throws IllegalArgumentException with one line if the zip has other entries
     */
    static byte[] rewritten(byte[] zip) {
        try {
            return SealedZip.write(entries(zip), false);
        } catch (IOException damaged) {
            throw new IllegalArgumentException(damaged.getMessage(), damaged);
        }
    }

    private static Map<String, byte[]> entries(byte[] zip) throws IOException {
        return SealedZip.read(zip, name -> ENTRIES.getOrDefault(name, 0L));
    }

    private static byte[] entry(Map<String, byte[]> entries, String name) {
        byte[] entry = entries.get(name);
        if (entry == null) {
            throw new IllegalArgumentException(
                    "expected " + name + " in the zip of a DL4J network, found " + entries.keySet());
        }
        return entry;
    }

    /** The part of DL4J's configuration that determines a network's output. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Configuration(List<Conf> confs) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Conf(Layer layer) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Layer(
            @JsonProperty("@class") String type,
            Activation activationFn,
            boolean hasBias,
            @JsonSetter(nulls = Nulls.SET) Boolean hasLayerNorm,
            int nin,
            int nout) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Activation(@JsonProperty("@class") String type) {}

    private static int[] layers(byte[] configuration) {
        for (String name : StrictJson.read(configuration, JsonNode.class).findValuesAsText("@class")) {
            if (!CLASSES.contains(name)) {
                throw new IllegalArgumentException("@class: expected a class of a feed-forward network, found " + name);
            }
        }
        List<Conf> confs = StrictJson.read(configuration, Configuration.class).confs();
        if (confs.isEmpty()) {
            throw new IllegalArgumentException("confs: expected layers, found none");
        }
        int[] widths = new int[confs.size() + 1];
        for (int l = 0; l < confs.size(); l++) {
            String at = "confs[" + l + "].layer.";
            Layer layer = confs.get(l).layer();
            boolean last = l == confs.size() - 1;
            expectClass(at + "@class", layer.type(), last ? OUTPUT : DENSE);
            expectClass(at + "activationFn.@class", layer.activationFn().type(), last ? IDENTITY : TANH);
            if (!layer.hasBias() || Boolean.TRUE.equals(layer.hasLayerNorm())) {
                throw new IllegalArgumentException(at + "hasBias: expected biases and no layer normalisation, found "
                        + layer.hasBias() + " and " + layer.hasLayerNorm());
            }
            if (l > 0 && layer.nin() != widths[l]) {
                throw new IllegalArgumentException(at + "nin: expected " + widths[l] + ", found " + layer.nin());
            }
            widths[l] = layer.nin();
            widths[l + 1] = layer.nout();
        }
        return widths;
    }

    private static void expectClass(String at, String name, String expected) {
        if (!name.equals(expected)) {
            throw new IllegalArgumentException(at + ": expected " + expected + ", found " + name);
        }
    }

    private static double[] parameters(byte[] coefficients, int[] layers) throws IOException {
        int expected = Network.parameters(layers);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(coefficients));
        in.skipNBytes(Long.BYTES * buffer(in, "LONG", MAX_HEADER_BYTES / Long.BYTES));
        long count = buffer(in, "DOUBLE", ModelLimits.WEIGHTS);
        if (count != expected || in.available() != Double.BYTES * expected) {
            throw new IllegalArgumentException(COEFFICIENTS + ": expected " + expected + " weights for layers "
                    + Arrays.toString(layers) + ", found " + count + " in " + in.available() + " bytes");
        }
        double[] parameters = new double[expected];
        for (int i = 0; i < expected; i++) {
            parameters[i] = in.readDouble();
        }
        return parameters;
    }

    /**
     * Reads the header of a buffer.
     *
     * @return its length
     */
    private static long buffer(DataInputStream in, String type, long max) throws IOException {
        in.readUTF();
        long length = in.readLong();
        String found = in.readUTF();
        if (!found.equals(type) || length < 0 || length > max) {
            throw new IllegalArgumentException(
                    COEFFICIENTS + ": expected a buffer of " + type + ", found " + length + " of " + found);
        }
        return length;
    }
}
