package io.rafiki.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.SpecialValue;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelBundleTest {

    @TempDir
    private Path folder;

    private Path file;
    private final ModelBundle bundle = Models.bundle();

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("deep/model.zip");
        bundle.write(file);
    }

    @Test
    void constraintsTravelWithTheKnobs() throws Exception {
        ModelBundle plain = Models.bundle();
        List<Knob> knobs = plain.space().knobs();
        Map<String, Object> given = Map.of(
                "heap",
                640.0,
                "memory",
                1500.0,
                "method",
                "Leveled",
                "compaction_throughput",
                new SpecialValue("unlimited", 0));
        KnobSpace space = new KnobSpace(
                knobs,
                List.of(
                        Constraint.parse("file_cache_size + heap <= memory / 2", "It fits.", knobs, given),
                        Constraint.parse("method == Leveled or concurrent_writes <= 64", "W.", knobs, given),
                        Constraint.parse(
                                "compaction_throughput == unlimited or concurrent_writes <= 64", "W.", knobs, given)));
        ModelBundle bundle =
                new ModelBundle(space, Encoding.of(space), plain.members(), plain.envelope(), plain.provenance());
        bundle.write(folder.resolve("constrained.zip"));
        ModelBundle read = ModelBundle.read(folder.resolve("constrained.zip"));
        assertThat(read.space()).isEqualTo(space).isNotEqualTo(plain.space());
        assertThat(read.space().broken(new double[] {0, 110, 32, 0.3})).isEmpty();
        assertThat(read.space().broken(new double[] {0, 111, 32, 0.3})).isPresent();
        assertThat(read.space().broken(new double[] {0, 110, 65, 0.3}))
                .as("unlimited is still unlimited")
                .isEmpty();
        assertThat(read.toBytes()).isEqualTo(bundle.toBytes());
    }

    @Test
    void aBundleFromBeforeThereWereConstraintsHasNone() throws Exception {
        assertThat(new String(Manifest.write(Models.bundle()), StandardCharsets.UTF_8))
                .doesNotContain("constraints");
        Models.bundle().write(folder.resolve("plain.zip"));
        assertThat(ModelBundle.read(folder.resolve("plain.zip")).space().constraints())
                .isEmpty();
    }

    @Test
    void readsBackWhatWasWritten() throws BundleException {
        ModelBundle read = ModelBundle.read(file);
        assertThat(read.space()).isEqualTo(bundle.space());
        assertThat(read.encoding().inputs()).isEqualTo(bundle.encoding().inputs());
        assertThat(read.envelope()).isEqualTo(bundle.envelope());
        assertThat(read.provenance()).isEqualTo(bundle.provenance());
        assertThat(read.members()).hasSize(3);
        for (int m = 0; m < 3; m++) {
            assertThat(read.members().get(m).zip())
                    .isEqualTo(bundle.members().get(m).zip());
            assertThat(read.members().get(m).target())
                    .isEqualTo(bundle.members().get(m).target());
        }
        assertThat(read.ensemble().predict(0.4, read.space().defaults()))
                .isEqualTo(bundle.ensemble().predict(0.4, bundle.space().defaults()));
        assertThat(read.hash()).isEqualTo(bundle.hash());
        assertThat(folder.resolve("deep"))
                .isDirectoryContaining("glob:**/model.zip")
                .isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void keepsSeveralMetricsApart() throws IOException, BundleException {
        ModelBundle several = Models.bundle(Map.of(
                Metric.THROUGHPUT, new Calibration(1.7, 0.05, 120), Metric.READ_P99, new Calibration(2.5, 0.1, 0)));
        several.write(file);
        ModelBundle read = ModelBundle.read(file);
        assertThat(read.metrics().keySet()).containsExactly(Metric.THROUGHPUT, Metric.READ_P99);
        assertThat(read.ensemble(Metric.WRITE_P99)).isEmpty();
        for (Metric metric : read.metrics().keySet()) {
            MetricModel model = read.metrics().get(metric);
            assertThat(model.calibration())
                    .isEqualTo(several.metrics().get(metric).calibration());
            assertThat(model.heldOutError()).isEqualTo(0.08);
            assertThat(read.ensemble(metric)
                            .orElseThrow()
                            .predict(0.4, read.space().defaults()))
                    .isEqualTo(several.ensemble(metric)
                            .orElseThrow()
                            .predict(0.4, read.space().defaults()));
        }
        assertThat(read.ensemble().predict(0.4, read.space().defaults()).mean())
                .isNotEqualTo(read.ensemble(Metric.READ_P99)
                        .orElseThrow()
                        .predict(0.4, read.space().defaults())
                        .mean());
    }

    @Test
    void theDeviationIsTheCalibratedSpread() {
        Ensemble plain =
                Models.bundle(Map.of(Metric.THROUGHPUT, Calibration.NONE)).ensemble();
        Ensemble calibrated = Models.bundle(Map.of(Metric.THROUGHPUT, new Calibration(2.5, 0, 0)))
                .ensemble();
        Configuration other = bundle.space().defaults().with("compaction", "Leveled");
        assertThat(calibrated.predict(0.4, other).deviation())
                .isCloseTo(2.5 * plain.predict(0.4, other).deviation(), within(1e-9));
        assertThat(calibrated.gain(0.4, bundle.space().defaults(), other).deviation())
                .isCloseTo(
                        2.5 * plain.gain(0.4, bundle.space().defaults(), other).deviation(), within(1e-9));
    }

    @Test
    void readsTheFirstFormatWhichKnewThroughputAlone() throws IOException, BundleException {
        Map<String, byte[]> entries = new LinkedHashMap<>(Archive.read(Files.readAllBytes(file)));
        ObjectNode manifest = (ObjectNode) new ObjectMapper().readTree(entries.get("manifest.json"));
        manifest.put("version", 1).put("combine", "mean");
        manifest.set("members", manifest.remove("metrics").path("throughput").path("members"));
        ((ObjectNode) manifest.path("provenance")).remove("recipe");
        entries.put("manifest.json", new ObjectMapper().writeValueAsBytes(manifest));
        Files.write(file, Archive.write(entries, true));
        ModelBundle read = ModelBundle.read(file);
        assertThat(read.ensemble().predict(0.4, read.space().defaults()))
                .isEqualTo(bundle.ensemble().predict(0.4, bundle.space().defaults()));
        assertThat(read.metrics().get(Metric.THROUGHPUT).calibration()).isEqualTo(Calibration.NONE);
        assertThat(read.provenance()).isEqualTo(bundle.provenance());
    }

    @Test
    void refusesABundleWithoutThroughput() throws IOException {
        manifest("\"throughput\" : {", "\"goodput\" : {");
        refused("throughput", "metrics: expected throughput among them, found []");
    }

    @Test
    void refusesACalibrationThatIsNone() throws IOException {
        manifest("\"deviationScale\" : 1.0", "\"deviationScale\" : 0.0");
        refused("scale", "calibration: expected a positive scale");
    }

    @Test
    void refusesEveryFlippedBit() throws IOException {
        byte[] good = Files.readAllBytes(file);
        Random random = new Random(9);
        for (int i = 0; i < 500; i++) {
            byte[] bad = good.clone();
            int at = i < 100 ? good.length - 1 - i : random.nextInt(good.length);
            bad[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, bad);
            refused("seed 9, byte " + at, "checksum");
        }
    }

    @Test
    void refusesEveryTruncation() throws IOException {
        byte[] good = Files.readAllBytes(file);
        for (int length = 0; length < good.length; length += 97) {
            Files.write(file, Arrays.copyOf(good, length));
            refused("length " + length, "checksum");
        }
    }

    @Test
    void refusesAnotherFormatVersion() throws IOException {
        manifest("\"version\" : 2", "\"version\" : 3");
        refused("version", "version: expected 1 or 2 (the formats that this build reads), found 3");
    }

    @Test
    void refusesAWeightThatIsNotANumber() throws IOException {
        int[] layers = {8, 3, 2, 1};
        double[] weights = new double[Network.parameters(layers)];
        weights[5] = Double.NaN;
        replaceMember(Models.zip(layers, weights));
        refused("NaN", "member-01.zip: network: expected finite weights, found NaN as weight 5");
    }

    @Test
    void refusesANetworkOfAnotherShape() throws IOException {
        int[] layers = {7, 3, 1};
        replaceMember(Models.zip(layers, new double[Network.parameters(layers)]));
        refused("shape", "expected networks with 8 inputs");
        replaceMember(Models.zip(new int[] {8, 3, 1}, new double[4]));
        refused("count", "expected 31 weights for layers [8, 3, 1], found 4");
        replaceMember(new byte[] {1, 2, 3});
        refused("no zip", "member-01.zip: expected configuration.json");
    }

    @Test
    void refusesAMemberWithoutItsEntry() throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>(Archive.read(Files.readAllBytes(file)));
        entries.remove("member-02.zip");
        Files.write(file, Archive.write(entries, true));
        refused("entry", "metrics.throughput.members[2].sha256: expected");
    }

    @Test
    void refusesAManifestThatIsNoneAtAll() throws IOException {
        for (String text : new String[] {"", "[]", "{", "null", "{\"format\":3}", "{\"format\":\"rafiki-model\"}"}) {
            Map<String, byte[]> entries = new LinkedHashMap<>(Archive.read(Files.readAllBytes(file)));
            entries.put("manifest.json", text.getBytes(StandardCharsets.UTF_8));
            Files.write(file, Archive.write(entries, true));
            refused(text, "expected");
        }
    }

    @Test
    void refusesWhatIsNoFileOrTooLarge() throws IOException {
        assertThatThrownBy(() -> ModelBundle.read(folder))
                .isInstanceOf(BundleException.class)
                .hasMessageContaining("expected a model bundle, found no regular file");
        assertThatThrownBy(() -> ModelBundle.read(folder.resolve("none.zip")))
                .isInstanceOf(BundleException.class)
                .hasMessageContaining("none.zip: expected a model bundle, found nothing");
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(65L << 20);
        }
        refused("large", "expected a model bundle of at most 64 MB, found 65 MB");
    }

    @Test
    void takesWeightsFromAnotherLoader() throws BundleException {
        Ensemble other = bundle.ensemble(zip -> Dl4jZip.read(zip).parameters());
        assertThat(other.predict(0.4, bundle.space().defaults()))
                .isEqualTo(bundle.ensemble().predict(0.4, bundle.space().defaults()));
        assertThatThrownBy(() -> bundle.ensemble(zip -> new double[2]))
                .isInstanceOf(BundleException.class)
                .hasMessageContaining("member-00.zip: network: expected");
        assertThatThrownBy(() -> bundle.ensemble(zip -> {
                    throw new IllegalStateException("no natives\nat all");
                }))
                .isInstanceOf(BundleException.class)
                .hasMessage("member-00.zip: no natives");
    }

    private void manifest(String from, String to) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>(Archive.read(Files.readAllBytes(file)));
        String text = new String(entries.get("manifest.json"), StandardCharsets.UTF_8);
        assertThat(text).contains(from);
        entries.put("manifest.json", text.replace(from, to).getBytes(StandardCharsets.UTF_8));
        Files.write(file, Archive.write(entries, true));
    }

    private void replaceMember(byte[] zip) throws IOException {
        bundle.write(file);
        Map<String, byte[]> entries = new LinkedHashMap<>(Archive.read(Files.readAllBytes(file)));
        String old = Archive.sha256(entries.get("member-01.zip"));
        entries.put("member-01.zip", zip);
        Files.write(file, Archive.write(entries, true));
        manifest(old, Archive.sha256(zip));
    }

    private void refused(String what, String message) {
        assertThatThrownBy(() -> ModelBundle.read(file))
                .as(what)
                .isInstanceOf(BundleException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message)
                .message()
                .doesNotContain("\n");
    }
}
