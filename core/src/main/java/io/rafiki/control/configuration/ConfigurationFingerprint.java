package io.rafiki.control.configuration;

import io.rafiki.control.record.TunerValues;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.node.KnobReading;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The hash of a node's configuration. Nodes of a cluster are compared only if their hashes are equal. */
final class ConfigurationFingerprint {

    private static final int BYTES = 8;

    private ConfigurationFingerprint() {}

    /**
     * Sixteen hexadecimal digits, derived from the knobs of the node and from the options of each table that may be tuned. The load has no
     * effect. Default options of tables do not count, so that a new table with such options has no effect either.
     */
    static String of(KnobCatalogue catalogue, Map<String, KnobReading> readings) {
        String text = readings.entrySet().stream()
                .flatMap(reading -> lines(catalogue.entry(reading.getKey()).knob(), reading.getValue()))
                .sorted()
                .collect(Collectors.joining("\n"));
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Stream<String> lines(Knob knob, KnobReading reading) {
        String usual = String.valueOf(knob.value(knob.defaultCode()));
        return reading.parts().entrySet().stream()
                .filter(part -> part.getKey().equals(TunerValues.NODE)
                        || !part.getValue().equals(usual))
                .map(part -> knob.name() + " " + part.getKey() + " " + part.getValue());
    }
}
