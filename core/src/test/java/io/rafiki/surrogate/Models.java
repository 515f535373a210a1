package io.rafiki.surrogate;

import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.IntegerKnob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.knob.RealKnob;
import io.rafiki.model.ModelBundle;
import io.rafiki.model.Provenance;
import io.rafiki.model.SealedZip;
import io.rafiki.workload.WorkloadFeature;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Spaces, networks and bundles for tests; the trainer's tests hold them against DL4J itself. */
public final class Models {

    private Models() {}

    /** A categorical, an integer with a special value, an integer over a decade, a real knob. */
    public static KnobSpace space() {
        return new KnobSpace(List.of(
                new CategoricalKnob("compaction", List.of("SizeTiered", "Leveled", "Unified(T4)"), 0),
                new IntegerKnob("file_cache_size", "MiB", 64, 512, Map.of("off", 0L), 0),
                new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32),
                new RealKnob("memtable_cleanup_threshold", "", 0.05, 0.7, 0.33)));
    }

    /** As many choices, special values and ranges as the shipped catalogue has. */
    public static KnobSpace sevenKnobs() {
        return new KnobSpace(List.of(
                new CategoricalKnob("compaction", List.of("STCS", "LCS", "T8", "T4", "N", "L4", "L10"), 0),
                new IntegerKnob("concurrent_writes", "threads", 8, 128, Map.of(), 32),
                new IntegerKnob("concurrent_reads", "threads", 8, 128, Map.of(), 32),
                new IntegerKnob("file_cache_size", "MiB", 64, 512, Map.of("off", 0L), 0),
                new RealKnob("memtable_cleanup_threshold", "", 0.05, 0.7, 0.33),
                new IntegerKnob("concurrent_compactors", "threads", 1, 4, Map.of(), 2),
                new IntegerKnob("compaction_throughput", "MiB/s", 16, 256, Map.of("unlimited", 0L), 64)));
    }

    /** Networks with random weights and alternating targets. */
    public static Ensemble ensemble(KnobSpace space, int size, long seed) {
        FeatureEncoder encoding = FeatureEncoder.of(space);
        Random random = new Random(seed);
        List<Network> networks = new ArrayList<>();
        List<OutputScaling> targets = new ArrayList<>();
        for (int m = 0; m < size; m++) {
            int[] layers = {encoding.size(), 14, 4, 1};
            networks.add(new Network(
                    layers,
                    random.doubles(Network.parameters(layers), -0.8, 0.8).toArray()));
            targets.add(m % 2 == 0 ? new OutputScaling(false, 60_000, 20_000) : new OutputScaling(true, 11, 0.3));
        }
        return new Ensemble(space, encoding, networks, targets);
    }

    public static ModelBundle bundle() {
        KnobSpace space = space();
        return new ModelBundle(
                space,
                FeatureEncoder.of(space),
                members(4),
                envelope(),
                new Provenance(environment(), 210, "ab12", "rafiki train", 7));
    }

    /** A bundle with these metrics, each with networks of its own. */
    public static ModelBundle bundle(Map<Metric, Calibration> calibrations) {
        KnobSpace space = space();
        Map<Metric, MetricModel> metrics = new EnumMap<>(Metric.class);
        calibrations.forEach((metric, calibration) -> metrics.put(
                metric, new MetricModel(members(metric.key().length() - 6), Aggregation.MEDIAN, calibration, 0.08)));
        return new ModelBundle(
                space,
                FeatureEncoder.of(space),
                metrics,
                envelope(),
                new Provenance(environment(), 210, "", "", 7, "recipe"));
    }

    private static List<EnsembleMember> members(long seed) {
        int[] layers = {FeatureEncoder.of(space()).size(), 3, 2, 1};
        Random random = new Random(seed);
        List<EnsembleMember> members = new ArrayList<>();
        for (int m = 0; m < 3; m++) {
            double[] weights = random.doubles(Network.parameters(layers), -1, 1).toArray();
            members.add(new EnsembleMember(
                    zip(layers, weights),
                    new OutputScaling(m == 1, 10 + m, 0.1 + m),
                    "grouped",
                    0.05 + m / 7.0,
                    40 + m / 3.0));
        }
        return members;
    }

    private static TrainingDomain envelope() {
        return new TrainingDomain(
                readRatios(0.1, 0.9),
                List.of(
                        new TrainingDomain.Seen(Double.NaN, Double.NaN, List.of(0.0, 2.0)),
                        new TrainingDomain.Seen(64, 500, List.of(0.0)),
                        new TrainingDomain.Seen(9, 120, List.of()),
                        new TrainingDomain.Seen(0.05, 0.61, List.of())));
    }

    /** Trials of these read ratios. */
    public static Map<WorkloadFeature, TrainingDomain.Bounds> readRatios(double min, double max) {
        return Map.of(WorkloadFeature.READ_RATIO, new TrainingDomain.Bounds(min, max));
    }

    private static Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("cassandra", "5.0.9");
        environment.put("cores", "2");
        return environment;
    }

    /** A network in the format of DL4J's ModelSerializer. */
    public static byte[] zip(int[] layers, double[] weights) {
        return SealedZip.write(
                Map.of("configuration.json", configuration(layers), "coefficients.bin", coefficients(weights)), false);
    }

    public static byte[] configuration(int... layers) {
        StringBuilder json = new StringBuilder("{\"confs\":[");
        for (int l = 1; l < layers.length; l++) {
            boolean last = l == layers.length - 1;
            json.append(l == 1 ? "" : ",")
                    .append("{\"layer\":{\"@class\":\"org.deeplearning4j.nn.conf.layers.")
                    .append(last ? "OutputLayer" : "DenseLayer")
                    .append("\",\"activationFn\":{\"@class\":\"org.nd4j.linalg.activations.impl.")
                    .append(last ? "ActivationIdentity" : "ActivationTanH")
                    .append("\"},\"hasBias\":true,\"nin\":")
                    .append(layers[l - 1])
                    .append(",\"nout\":")
                    .append(layers[l])
                    .append("}}");
        }
        return json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] coefficients(double... weights) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF("MIXED_DATA_TYPES");
            long[] shape = {2, 1, weights.length, 1, 1, 16384, 1, 'c'};
            out.writeLong(shape.length);
            out.writeUTF("LONG");
            for (long value : shape) {
                out.writeLong(value);
            }
            out.writeUTF("MIXED_DATA_TYPES");
            out.writeLong(weights.length);
            out.writeUTF("DOUBLE");
            for (double weight : weights) {
                out.writeDouble(weight);
            }
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return bytes.toByteArray();
    }
}
