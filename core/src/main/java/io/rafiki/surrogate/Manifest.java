package io.rafiki.surrogate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.knob.CategoricalKnob;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A bundle's {@code manifest.json}: everything about the model but the weights (docs/model-format.md).
 *
 * <p>What cannot be understood is an {@link IllegalArgumentException} with one line.
 */
final class Manifest {

    static final String NAME = "manifest.json";
    static final int VERSION = 2;
    private static final int THROUGHPUT_ALONE = 1;
    private static final String FORMAT = "rafiki-model";
    private static final String COMBINE = "mean";

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Manifest() {}

    /** The file name of a member in the bundle. */
    static String file(int member) {
        return String.format(Locale.ROOT, "member-%02d.zip", member);
    }

    static byte[] write(ModelBundle bundle) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("format", FORMAT).put("version", VERSION);
        root.set("space", SpaceFormat.write(bundle.space()));
        if (!bundle.space().constraints().isEmpty()) {
            root.set("constraints", SpaceFormat.constraints(bundle.space()));
        }
        root.set("inputs", EncodingFormat.write(bundle.encoding(), bundle.space()));
        ObjectNode metrics = root.putObject("metrics");
        int files = 0;
        for (Map.Entry<Metric, MetricModel> metric : bundle.metrics().entrySet()) {
            metrics.set(metric.getKey().key(), MetricFormat.write(metric.getKey(), metric.getValue(), files));
            files += metric.getValue().members().size();
        }
        root.set("envelope", envelope(bundle.envelope(), bundle.space()));
        Provenance provenance = bundle.provenance();
        ObjectNode from = root.putObject("provenance");
        from.put("trials", provenance.trials()).put("trialsHash", provenance.trialsHash());
        from.put("command", provenance.command()).put("seed", provenance.seed());
        from.put("recipe", provenance.recipe());
        ObjectNode environment = from.putObject("environment");
        provenance.environment().forEach(environment::put);
        try {
            return JSON.writeValueAsBytes(root);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** @param entries of the archive, the manifest among them */
    static ModelBundle read(Map<String, byte[]> entries) throws IOException {
        byte[] manifest = entries.get(NAME);
        if (manifest == null) {
            throw new IllegalArgumentException("expected an entry " + NAME + ", found " + entries.keySet());
        }
        Fields root = new Fields(JSON.readTree(manifest), "");
        expect(root, "format", FORMAT);
        long version = root.integer("version");
        if (version != VERSION && version != THROUGHPUT_ALONE) {
            throw root.unexpected(
                    "version",
                    THROUGHPUT_ALONE + " or " + VERSION + " (the formats that this build reads)",
                    root.integer("version"));
        }
        KnobSpace space = SpaceFormat.read(
                root.objects("space"), root.has("constraints") ? root.objects("constraints") : List.of());
        Encoding encoding = EncodingFormat.read(root.objects("inputs"), space);
        Map<Metric, MetricModel> metrics = new EnumMap<>(Metric.class);
        if (version == THROUGHPUT_ALONE) {
            expect(root, "combine", COMBINE);
            metrics.put(Metric.THROUGHPUT, MetricFormat.readMembers(root, entries));
        } else {
            Fields all = root.object("metrics");
            for (Metric metric : Metric.values()) {
                if (all.has(metric.key())) {
                    metrics.put(metric, MetricFormat.read(all.object(metric.key()), entries));
                }
            }
        }
        Envelope envelope = envelope(root.object("envelope"), space);
        return new ModelBundle(space, encoding, metrics, envelope, provenance(root.object("provenance")));
    }

    private static ObjectNode envelope(Envelope envelope, KnobSpace space) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.putArray("readRatio").add(envelope.minReadRatio()).add(envelope.maxReadRatio());
        ObjectNode knobs = node.putObject("knobs");
        for (int k = 0; k < space.size(); k++) {
            Knob knob = space.knob(k);
            Envelope.Seen seen = envelope.knobs().get(k);
            ObjectNode of = knobs.putObject(knob.name());
            if (seen.min() <= seen.max()) {
                of.put("min", seen.min()).put("max", seen.max());
            }
            var values = of.putArray(knob instanceof CategoricalKnob ? "choices" : "special");
            seen.values().forEach(code -> values.add(String.valueOf(knob.value(code))));
        }
        return node;
    }

    private static Envelope envelope(Fields envelope, KnobSpace space) {
        List<Double> readRatio = envelope.numbers("readRatio");
        if (readRatio.size() != 2) {
            throw envelope.unexpected("readRatio", "two numbers", readRatio);
        }
        List<Envelope.Seen> knobs = new ArrayList<>();
        Fields all = envelope.object("knobs");
        for (Knob knob : space.knobs()) {
            Fields of = all.object(knob.name());
            List<String> values = of.texts(knob instanceof CategoricalKnob ? "choices" : "special");
            boolean ordinary = of.has("min");
            knobs.add(new Envelope.Seen(
                    ordinary ? of.number("min") : Double.NaN,
                    ordinary ? of.number("max") : Double.NaN,
                    values.stream().map(knob::code).sorted().toList()));
        }
        return new Envelope(readRatio.get(0), readRatio.get(1), knobs);
    }

    private static Provenance provenance(Fields provenance) {
        Map<String, String> environment = new LinkedHashMap<>();
        JsonNode node = provenance.object("environment").node();
        node.properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asText()));
        return new Provenance(
                environment,
                Math.toIntExact(provenance.integer("trials")),
                provenance.text("trialsHash"),
                provenance.text("command"),
                provenance.integer("seed"),
                provenance.has("recipe") ? provenance.text("recipe") : "");
    }

    static void expect(Fields fields, String name, String value) {
        if (!fields.text(name).equals(value)) {
            throw fields.unexpected(name, value, fields.text(name));
        }
    }
}
