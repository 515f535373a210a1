package io.rafiki.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.rafiki.surrogate.Network;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Reads a network from a zip of DL4J's {@code ModelSerializer} without DL4J (design D6: the direct loader).
 *
 * <p>{@code configuration.json} lists the layers. {@code coefficients.bin} has the format of {@code Nd4j.write}: the shape buffer and the
 * data buffer, each with an allocation mode (UTF), a length (long), a data type (UTF) and big-endian values.
 */
final class Dl4jReader {

    private static final String CONFIGURATION = "configuration.json";
    private static final String COEFFICIENTS = "coefficients.bin";
    private static final long MOST_PARAMETERS = 1_000_000;

    private Dl4jReader() {}

    /** @throws IllegalArgumentException with one line if the zip contains no network, or one of an unsupported type */
    static Network read(byte[] zip) {
        try {
            Map<String, byte[]> entries = SealedZip.read(zip);
            return new Network(layers(entry(entries, CONFIGURATION)), parameters(entry(entries, COEFFICIENTS)));
        } catch (IOException damaged) {
            throw new IllegalArgumentException(
                    "expected a zip written by DL4J's ModelSerializer, found damage (" + damaged.getMessage() + ")",
                    damaged);
        }
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
        List<Conf> confs = StrictJson.read(configuration, Configuration.class).confs();
        if (confs.isEmpty()) {
            throw new IllegalArgumentException("confs: expected layers, found none");
        }
        int[] widths = new int[confs.size() + 1];
        for (int l = 0; l < confs.size(); l++) {
            String at = "confs[" + l + "].layer.";
            Layer layer = confs.get(l).layer();
            boolean last = l == confs.size() - 1;
            expectClass(at + "@class", layer.type(), last ? "OutputLayer" : "DenseLayer");
            expectClass(
                    at + "activationFn.@class",
                    layer.activationFn().type(),
                    last ? "ActivationIdentity" : "ActivationTanH");
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

    private static void expectClass(String at, String name, String simpleName) {
        if (!name.endsWith("." + simpleName)) {
            throw new IllegalArgumentException(at + ": expected " + simpleName + ", found " + name);
        }
    }

    private static double[] parameters(byte[] coefficients) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(coefficients));
        long shape = buffer(in, "LONG");
        in.skipNBytes(shape * Long.BYTES);
        int count = (int) buffer(in, "DOUBLE");
        double[] parameters = new double[count];
        for (int i = 0; i < count; i++) {
            parameters[i] = in.readDouble();
        }
        if (in.read() >= 0) {
            throw new IllegalArgumentException(COEFFICIENTS + ": expected " + count + " values, found more");
        }
        return parameters;
    }

    /**
     * Reads the header of a buffer.
     *
     * @return its length
     */
    private static long buffer(DataInputStream in, String type) throws IOException {
        in.readUTF();
        long length = in.readLong();
        String found = in.readUTF();
        if (!found.equals(type) || length < 0 || length > MOST_PARAMETERS) {
            throw new IllegalArgumentException(
                    COEFFICIENTS + ": expected a buffer of " + type + ", found " + length + " of " + found);
        }
        return length;
    }
}
