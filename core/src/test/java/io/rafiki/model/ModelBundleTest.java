package io.rafiki.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rafiki.knob.Configuration;
import io.rafiki.knob.Constraint;
import io.rafiki.knob.ConstraintDefinition;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.SpecialValue;
import io.rafiki.surrogate.Calibration;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.EnsembleMember;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.MetricModel;
import io.rafiki.surrogate.Models;
import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.OutputScaling;
import io.rafiki.surrogate.TrainingDomain;
import io.rafiki.workload.Workload;
import io.rafiki.workload.WorkloadFeature;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        ConstraintDefinition writes = new ConstraintDefinition(List.of("concurrent_writes"), List.of("64"), "Because.");
        KnobSpace space = new KnobSpace(
                knobs,
                List.of(
                        Constraint.of(
                                new ConstraintDefinition(
                                        List.of("file_cache_size", "heap"), List.of("0.5 * memory"), "It fits."),
                                knobs,
                                given),
                        Constraint.of(writes.except("method", "Leveled"), knobs, given),
                        Constraint.of(writes.except("compaction_throughput", "unlimited"), knobs, given)));
        ModelBundle bundle =
                new ModelBundle(space, FeatureEncoder.of(space), plain.members(), plain.envelope(), plain.provenance());
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
        assertThat(read.ensemble()
                        .predict(Workload.ofReadRatio(0.4), read.space().defaults()))
                .isEqualTo(bundle.ensemble()
                        .predict(Workload.ofReadRatio(0.4), bundle.space().defaults()));
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
                            .predict(Workload.ofReadRatio(0.4), read.space().defaults()))
                    .isEqualTo(several.ensemble(metric)
                            .orElseThrow()
                            .predict(Workload.ofReadRatio(0.4), read.space().defaults()));
        }
        assertThat(read.ensemble()
                        .predict(Workload.ofReadRatio(0.4), read.space().defaults())
                        .mean())
                .isNotEqualTo(read.ensemble(Metric.READ_P99)
                        .orElseThrow()
                        .predict(Workload.ofReadRatio(0.4), read.space().defaults())
                        .mean());
    }

    @Test
    void theDeviationIsTheCalibratedSpread() {
        Ensemble plain =
                Models.bundle(Map.of(Metric.THROUGHPUT, Calibration.NONE)).ensemble();
        Ensemble calibrated = Models.bundle(Map.of(Metric.THROUGHPUT, new Calibration(2.5, 0, 0)))
                .ensemble();
        Configuration other = bundle.space().defaults().with("compaction", "Leveled");
        assertThat(calibrated.predict(Workload.ofReadRatio(0.4), other).deviation())
                .isCloseTo(2.5 * plain.predict(Workload.ofReadRatio(0.4), other).deviation(), within(1e-9));
        assertThat(calibrated
                        .gain(Workload.ofReadRatio(0.4), bundle.space().defaults(), other)
                        .deviation())
                .isCloseTo(
                        2.5
                                * plain.gain(
                                                Workload.ofReadRatio(0.4),
                                                bundle.space().defaults(),
                                                other)
                                        .deviation(),
                        within(1e-9));
    }

    @Test
    void keepsTheTrainingDomainOfEachFeatureOfTheWorkload() throws IOException, BundleException {
        ModelBundle plain = Models.bundle();
        Map<WorkloadFeature, TrainingDomain.Bounds> workload = Map.of(
                WorkloadFeature.READ_RATIO, new TrainingDomain.Bounds(0.1, 0.9),
                WorkloadFeature.SCAN_SHARE, new TrainingDomain.Bounds(0, 0.25));
        ModelBundle scans = new ModelBundle(
                plain.space(),
                plain.encoding(),
                plain.members(),
                new TrainingDomain(workload, plain.envelope().knobs()),
                plain.provenance());
        scans.write(file);
        assertThat(ModelBundle.read(file).envelope()).isEqualTo(scans.envelope());
    }

    @Test
    void readsAScanShareAsAnInput() throws IOException, BundleException {
        KnobSpace space = Models.space();
        FeatureEncoder encoding =
                FeatureEncoder.of(List.of(WorkloadFeature.READ_RATIO, WorkloadFeature.SCAN_SHARE), space);
        int[] layers = {encoding.size(), 2, 1};
        double[] weights =
                new Random(3).doubles(Network.parameters(layers), -1, 1).toArray();
        EnsembleMember member =
                new EnsembleMember(Models.zip(layers, weights), new OutputScaling(false, 1000, 100), "single", 0.1, 9);
        ModelBundle made = new ModelBundle(space, encoding, List.of(member), bundle.envelope(), bundle.provenance());
        made.write(file);
        ModelBundle read = ModelBundle.read(file);
        assertThat(read.encoding().inputs()).isEqualTo(encoding.inputs());
        Workload none = Workload.ofReadRatio(0.5);
        Workload scans = none.with(WorkloadFeature.SCAN_SHARE, 0.3);
        assertThat(read.ensemble().predict(scans, space.defaults()))
                .isEqualTo(made.ensemble().predict(scans, space.defaults()))
                .isNotEqualTo(made.ensemble().predict(none, space.defaults()));
    }

    @Test
    void refusesABundleWithoutThroughput() throws IOException {
        manifest("\"throughput\" : {", "\"goodput\" : {");
        refused("throughput", "metrics: expected one of throughput, readP99, writeP99, p99AtRate, found goodput");
    }

    @Test
    void refusesACalibrationThatIsImplausible() throws IOException, BundleException {
        manifest("\"scale\" : 1.0,", "\"scale\" : 1000.0,");
        assertThat(ModelBundle.read(file).ensemble().calibration().scale()).isEqualTo(1000);
        manifest("\"scale\" : 1000.0,", "\"scale\" : 1000.1,");
        refused("scale", "calibration: expected a scale from 1.0 to 1000.0");
        manifest("\"scale\" : 1000.1,", "\"scale\" : 0.001,");
        refused("scale", "calibration: expected a scale from 1.0 to 1000.0");
    }

    @Test
    void refusesACalibrationThatIsNone() throws IOException {
        manifest("\"scale\" : 1.0,", "\"scale\" : 0.0,");
        refused("scale", "metrics.throughput.calibration: calibration: expected a scale from 1.0 to 1000.0");
    }

    /** From, to, and the field that the message names. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            "version" : 3             | "version" : "3"            | version: expected a whole number, found "3"
            "version" : 3             | "version" : 3.5            | version: expected a whole number, found 3.5
            "version" : 3             | "version" : null           | version: expected a whole number, found null
            "version" : 3             | "version" : 3, "version": 3| Duplicate field 'version'
            "version" : 3,            | ``                         | version: expected a whole number, found nothing
            "combine" : "mean"        | "combine" : "mode"         | metrics.throughput.combine: expected one of mean, median, found "mode"
            "combine" : "mean"        | "combine" : 0              | metrics.throughput.combine: expected one of mean, median, found 0
            "prior" : "grouped"       | "prior" : 7                | metrics.throughput.members[0].prior: expected a text, found 7
            "prior" : "grouped"       | "prior" : null             | metrics.throughput.members[0].prior: expected a text, found null
            "prior" : "grouped",      | ``                         | metrics.throughput.members[0].prior: expected a text, found nothing
            "logarithmic" : false     | "logarithmic" : 0          | metrics.throughput.members[0].target.logarithmic: expected true or false, found 0
            "unit" : "threads"        | "unit" : "threads", "u": 1 | space[2].u: expected one of
            "type" : "real"           | "type" : "complex"         | space[3]
            "choices" : [             | "choices" : 1, "c" : [     | space[0].choices: expected a list, found 1
            "input" : "indicator"     | "input" : "guess"          | inputs[1]
            "feature" : "readRatio"   | "feature" : "phase"        | inputs[0]: expected one of readRatio, scanShare, found phase
            "knob" : "concurrent_writes"   | "knob" : "pools"      | inputs[6]: expected a knob among compaction, file_cache_size
            "value" : "Leveled"       | "value" : "Date"           | inputs[2]: compaction: expected one of SizeTiered, Leveled
            "scale" : "log"           | "scale" : "cubic"          | inputs[6].scale: expected one of linear, log, found "cubic"
            "max" : 0.9               | "max" : 1.1                | trainingDomain.workload[0]: expected a range within 0.0..1.0, found 0.1..1.1
            "range" : [ 9.0, 120.0 ]  | "range" : [ 9.0, 9.9 ]     | trainingDomain
            "range" : [ 64.0, 500.0 ] | "range" : [ 64.0 ]         | trainingDomain.knobs.file_cache_size: expected a least and a greatest number
            "trials" : 210            | "trials" : 1e99            | provenance.trials: expected a whole number
            "cores" : "2"             | "cores" : 2                | provenance.environment.cores: expected a text, found 2
            """)
    void namesTheFieldThatCannotBeUsed(String from, String to, String message) throws IOException {
        manifest(from, to);
        refused(from + " -> " + to, message);
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
    void refusesAWeightThatIsNotANumber() throws IOException {
        int[] layers = {8, 3, 2, 1};
        double[] weights = new double[Network.parameters(layers)];
        weights[5] = Double.NaN;
        replaceMember(Models.zip(layers, weights));
        refused("NaN", "member-01.zip: network: expected finite weights up to 1e12, found NaN as weight 5");
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
        Map<String, byte[]> entries =
                new LinkedHashMap<>(SealedZip.read(Files.readAllBytes(file), name -> SealedZip.MAX_BYTES));
        entries.remove("member-02.zip");
        Files.write(file, SealedZip.write(entries, true));
        refused("entry", "metrics.throughput.members[2].sha256: expected");
    }

    @Test
    void refusesAManifestThatIsNoneAtAll() throws IOException {
        for (String text : new String[] {"", "[]", "{", "null", "{\"format\":3}", "{\"format\":\"rafiki-model\"}"}) {
            Map<String, byte[]> entries =
                    new LinkedHashMap<>(SealedZip.read(Files.readAllBytes(file), name -> SealedZip.MAX_BYTES));
            entries.put("manifest.json", text.getBytes(StandardCharsets.UTF_8));
            Files.write(file, SealedZip.write(entries, true));
            refused(text, "expected");
        }
    }

    @Test
    void refusesAFolderAndALargeFile() throws IOException {
        assertThatThrownBy(() -> ModelBundle.read(folder))
                .isInstanceOf(BundleException.class)
                .hasMessageContaining("expected a model bundle, found no regular file");
        assertThatThrownBy(() -> ModelBundle.read(folder.resolve("none.zip")))
                .isInstanceOf(BundleException.class)
                .hasMessageContaining("none.zip: expected a model bundle, found nothing");
        Path loop = Files.createSymbolicLink(folder.resolve("loop.zip"), Path.of("loop.zip"));
        assertThatThrownBy(() -> ModelBundle.read(loop))
                .isInstanceOf(BundleException.class)
                .hasMessageContaining("loop.zip: expected a model bundle, found a symbolic link to nothing");
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(17L << 20);
        }
        refused("large", "expected a model bundle of at most 16 MiB, found 17825792 bytes");
    }

    private void manifest(String from, String to) throws IOException {
        Map<String, byte[]> entries =
                new LinkedHashMap<>(SealedZip.read(Files.readAllBytes(file), name -> SealedZip.MAX_BYTES));
        String text = new String(entries.get("manifest.json"), StandardCharsets.UTF_8);
        assertThat(text).contains(from);
        int at = text.indexOf(from);
        String changed = text.substring(0, at) + to + text.substring(at + from.length());
        entries.put("manifest.json", changed.getBytes(StandardCharsets.UTF_8));
        Files.write(file, SealedZip.write(entries, true));
    }

    private void replaceMember(byte[] zip) throws IOException {
        bundle.write(file);
        Map<String, byte[]> entries =
                new LinkedHashMap<>(SealedZip.read(Files.readAllBytes(file), name -> SealedZip.MAX_BYTES));
        String old = SealedZip.sha256(entries.get("member-01.zip"));
        entries.put("member-01.zip", zip);
        Files.write(file, SealedZip.write(entries, true));
        manifest(old, SealedZip.sha256(zip));
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
