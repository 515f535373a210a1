package io.rafiki.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.surrogate.Models;
import io.rafiki.workload.Workload;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bundles of other versions of the format. The folder {@code upgrade} keeps a bundle of each version from 3 on, because no version before
 * was released; a new version adds its own. {@code -Drafiki.golden=write} writes that of the present version.
 */
class BundleUpgradeTest {

    private static final Path KEPT = Path.of("src/test/resources/upgrade");
    private static final int FIRST = 3;

    /** Operations per second that the kept bundle predicts for the defaults at 70 % reads. */
    private static final double MEAN = 5_434.840456277;

    @TempDir
    private Path folder;

    @Test
    void thePresentVersionAndTheOneBeforeAreRead() throws Exception {
        Path present = KEPT.resolve("model-" + Manifest.VERSION + ".zip");
        if ("write".equals(System.getProperty("rafiki.golden"))) {
            Models.bundle().write(present);
        }
        assertThat(present).exists();
        for (int version = Math.max(FIRST, Manifest.VERSION - 1); version <= Manifest.VERSION; version++) {
            ModelBundle bundle = ModelBundle.read(KEPT.resolve("model-" + version + ".zip"));
            double predicted = bundle.ensemble()
                    .predict(Workload.ofReadRatio(0.7), bundle.space().defaults())
                    .mean();
            assertThat(predicted).as("version %d", version).isCloseTo(MEAN, within(1e-6));
        }
    }

    /** Each version has other fields and entries than this one. */
    @ParameterizedTest
    @CsvSource({
        "2, 'which an older Rafiki wrote. Train the model again from its trials.'",
        "4, 'which a newer Rafiki wrote. Install that Rafiki, or train the model again.'"
    })
    void anotherVersionIsRefusedWithOneLineThatNamesBoth(int version, String remedy) throws Exception {
        Path file = folder.resolve("model.zip");
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(
                "manifest.json",
                ("{\"format\": \"rafiki-model\", \"version\": " + version + ", \"envelope\": {\"readRatio\": [0, 1]}}")
                        .getBytes(StandardCharsets.UTF_8));
        entries.put("quantiles.bin", new byte[9]);
        Files.write(file, SealedZip.write(entries, true));
        assertThatThrownBy(() -> ModelBundle.read(file))
                .isInstanceOf(BundleException.class)
                .hasMessage(file + ": expected a model bundle of format version " + Manifest.VERSION
                        + ", found version " + version + ", " + remedy);
    }
}
