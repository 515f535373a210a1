package io.rafiki.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.surrogate.Models;
import io.rafiki.surrogate.Network;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class Dl4jReaderTest {

    @Test
    void readsLayersAndWeights() {
        Network network = Dl4jReader.read(Models.zip(new int[] {2, 1, 1}, new double[] {1, 2, 3, 4, 5}));
        assertThat(network.layers()).containsExactly(2, 1, 1);
        assertThat(network.parameters()).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void refusesNetworksThatItWouldEvaluateWrongly() {
        refused(Models.zip(new int[] {2, 1}, new double[] {1, 2, 3}), "ActivationIdentity", "ActivationReLU", "@class");
        refused(Models.zip(new int[] {2, 1, 1}, new double[5]), "ActivationTanH", "ActivationSigmoid", "@class");
        refused(Models.zip(new int[] {2, 1, 1}, new double[5]), "DenseLayer", "LSTM", "@class");
        refused(Models.zip(new int[] {2, 1, 1}, new double[5]), "\"hasBias\":true", "\"hasBias\":false", "hasBias");
        refused(Models.zip(new int[] {2, 3, 1}, new double[13]), "\"nin\":3", "\"nin\":4", "nin: expected 3, found 4");
    }

    /** DL4J reads {@code preprocessor.bin} by Java serialization, and creates the classes that the configuration names. */
    @Test
    void refusesEveryFurtherEntryAndClass() throws IOException {
        byte[] sound = Models.zip(new int[] {2, 1, 1}, new double[5]);
        for (String name : new String[] {
            "preprocessor.bin", "normalizer.bin", "updaterState.bin", "noParams.marker", "../configuration.json"
        }) {
            Map<String, byte[]> entries = new LinkedHashMap<>(SealedZip.read(sound, any -> SealedZip.MAX_BYTES));
            entries.put(name, new byte[] {1});
            assertThatThrownBy(() -> Dl4jReader.read(SealedZip.write(entries, false)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected no entry " + name);
        }
        refused(sound, "org.deeplearning4j.nn.conf.layers.DenseLayer", "evil.DenseLayer", "found evil.DenseLayer");
        refused(sound, "\"hasBias\":true", "\"hasBias\":true,\"x\":[{\"@class\":\"evil.X\"}]", "found evil.X");
        assertThat(Dl4jReader.read(Dl4jReader.rewritten(sound)).parameters()).hasSize(5);
    }

    @Test
    void refusesOtherNumbersThanDoubles() {
        byte[] coefficients = new String(Models.coefficients(1, 2, 3), StandardCharsets.ISO_8859_1)
                .replace("DOUBLE", "FLOAT8")
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] zip = SealedZip.write(
                Map.of("configuration.json", Models.configuration(2, 1), "coefficients.bin", coefficients), false);
        assertThatThrownBy(() -> Dl4jReader.read(zip))
                .hasMessageContaining("expected a buffer of DOUBLE, found 3 of FLOAT8");
    }

    private static void refused(byte[] zip, String from, String to, String message) {
        byte[] changed;
        try {
            Map<String, byte[]> entries = SealedZip.read(zip, name -> SealedZip.MAX_BYTES);
            entries.put(
                    "configuration.json",
                    new String(entries.get("configuration.json"), StandardCharsets.UTF_8)
                            .replace(from, to)
                            .getBytes(StandardCharsets.UTF_8));
            changed = SealedZip.write(entries, false);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        assertThatThrownBy(() -> Dl4jReader.read(changed)).hasMessageContaining(message);
    }
}
