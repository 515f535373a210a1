package io.rafiki.surrogate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Reads a network from a zip of DL4J's {@code ModelSerializer} without DL4J (design D6: the other way in).
 *
 * <p>{@code configuration.json} names the layers. {@code coefficients.bin} is what {@code Nd4j.write} writes: the shape buffer
 * and the data buffer, each as an allocation mode (UTF), a length (long), a data type (UTF) and that many big-endian values.
 */
final class Dl4jZip {

    private static final String CONFIGURATION = "configuration.json";
    private static final String COEFFICIENTS = "coefficients.bin";
    private static final long MOST_PARAMETERS = 1_000_000;

    private Dl4jZip() {}

    /** @throws IllegalArgumentException with one line if the zip is no such network, or of a kind not known here */
    static Network read(byte[] zip) {
        try {
            Map<String, byte[]> entries = Archive.read(zip);
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

    private static int[] layers(byte[] configuration) throws IOException {
        List<Fields> layers = new Fields(new ObjectMapper().readTree(configuration), "")
                .objects("confs").stream().map(conf -> conf.object("layer")).toList();
        if (layers.isEmpty()) {
            throw new IllegalArgumentException("confs: expected layers, found none");
        }
        int[] widths = new int[layers.size() + 1];
        for (int l = 0; l < layers.size(); l++) {
            Fields layer = layers.get(l);
            boolean last = l == layers.size() - 1;
            expectClass(layer, last ? "OutputLayer" : "DenseLayer");
            expectClass(layer.object("activationFn"), last ? "ActivationIdentity" : "ActivationTanH");
            if (!layer.bool("hasBias") || (layer.has("hasLayerNorm") && layer.bool("hasLayerNorm"))) {
                throw layer.unexpected(
                        "hasBias",
                        "biases and no layer normalisation",
                        layer.node().get("hasBias"));
            }
            int inputs = Math.toIntExact(layer.integer("nin"));
            if (l > 0 && inputs != widths[l]) {
                throw layer.unexpected("nin", Integer.toString(widths[l]), inputs);
            }
            widths[l] = inputs;
            widths[l + 1] = Math.toIntExact(layer.integer("nout"));
        }
        return widths;
    }

    private static void expectClass(Fields object, String simpleName) {
        JsonNode name = object.node().path("@class");
        if (!name.asText().endsWith("." + simpleName)) {
            throw object.unexpected("@class", simpleName, name);
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

    /** Reads the head of a buffer and gives its length. */
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
