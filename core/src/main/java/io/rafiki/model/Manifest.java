package io.rafiki.model;

import io.rafiki.knob.Constraint;
import io.rafiki.knob.Knob;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.FieldException;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.MetricModel;
import io.rafiki.surrogate.ModelLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A bundle's {@code manifest.json}: everything about the model except the weights (docs/models.md).
 *
 * @param format always {@code rafiki-model}
 * @param version version of the format
 * @param space the knobs, in the order of the codes
 * @param constraints constraints on several knobs
 * @param inputs inputs of the networks, in order
 * @param metrics metrics that the model predicts
 * @param trainingDomain bounds of the trials
 * @param provenance origin of the model
 */
record Manifest(
        String format,
        int version,
        List<Knob> space,
        List<ConstraintJson> constraints,
        List<InputJson> inputs,
        Map<Metric, MetricJson> metrics,
        DomainJson trainingDomain,
        Provenance provenance) {

    static final String NAME = "manifest.json";
    static final int VERSION = 3;

    private static final long MAX_MANIFEST_BYTES = 2 << 20;
    private static final Pattern MEMBER = Pattern.compile("member-\\d{2,4}\\.zip");
    private static final String FORMAT = "rafiki-model";

    /** @throws IllegalArgumentException if it is not the manifest of a model */
    Manifest {
        if (!format.equals(FORMAT)) {
            throw new IllegalArgumentException("expected format " + FORMAT + ", found " + format);
        }
    }

    /** The file name of a member in the bundle. */
    static String file(int member) {
        return String.format(Locale.ROOT, "member-%02d.zip", member);
    }

    /** The largest permitted size of an entry of a bundle; 0 for any other entry. */
    static long maxBytes(String name) {
        return name.equals(NAME) ? MAX_MANIFEST_BYTES : MEMBER.matcher(name).matches() ? SealedZip.MAX_BYTES : 0;
    }

    /**
     * The version of a bundle, whatever else it contains: another version has other fields and entries.
     *
     * @param bundle bytes of the file
     * @return empty if the bundle states none
     * @throws IOException if the zip is damaged
     */
    static OptionalLong version(byte[] bundle) throws IOException {
        Optional<byte[]> json = SealedZip.first(bundle, NAME, MAX_MANIFEST_BYTES);
        return json.isEmpty() ? OptionalLong.empty() : StrictJson.wholeNumber(json.get(), "version");
    }

    static Manifest of(ModelBundle bundle) {
        KnobSpace space = bundle.space();
        Map<Metric, MetricJson> metrics = new EnumMap<>(Metric.class);
        int files = 0;
        for (Map.Entry<Metric, MetricModel> metric : bundle.metrics().entrySet()) {
            metrics.put(metric.getKey(), MetricJson.of(metric.getKey(), metric.getValue(), files));
            files += metric.getValue().members().size();
        }
        return new Manifest(
                FORMAT,
                VERSION,
                space.knobs(),
                space.constraints().stream().map(ConstraintJson::of).toList(),
                bundle.encoding().inputs().stream()
                        .map(input -> InputJson.of(input, space))
                        .toList(),
                metrics,
                DomainJson.of(bundle.envelope(), space),
                bundle.provenance());
    }

    /**
     * Reads a bundle.
     *
     * @param entries entries of the archive, including the manifest
     * @throws IllegalArgumentException with one line if the manifest or a network is missing or invalid
     */
    static ModelBundle read(Map<String, byte[]> entries) {
        byte[] json = entries.get(NAME);
        if (json == null) {
            throw new IllegalArgumentException("expected an entry " + NAME + ", found " + entries.keySet());
        }
        return StrictJson.read(json, Manifest.class).bundle(entries);
    }

    private ModelBundle bundle(Map<String, byte[]> entries) {
        ModelLimits.requireInputs(inputs.size());
        metrics.values()
                .forEach(metric -> ModelLimits.requireMembers(metric.members().size()));
        List<String> files = metrics.values().stream()
                .flatMap(metric -> metric.members().stream())
                .map(MetricJson.Member::file)
                .toList();
        if (files.size() != Set.copyOf(files).size()) {
            throw new IllegalArgumentException("metrics: expected one file per network, found a file twice");
        }
        List<Constraint> bound = each("constraints", constraints, constraint -> constraint.in(space));
        KnobSpace knobs = at("space", () -> new KnobSpace(space, bound));
        Map<Metric, MetricModel> models = new EnumMap<>(Metric.class);
        metrics.forEach((metric, json) -> models.put(metric, at("metrics." + metric.key(), () -> json.in(entries))));
        return new ModelBundle(
                knobs,
                new FeatureEncoder(each("inputs", inputs, input -> input.in(knobs)), knobs.size()),
                models,
                at("trainingDomain", () -> trainingDomain.in(knobs)),
                provenance);
    }

    /** Converts the elements of a list. An error message names the element. */
    static <A, B> List<B> each(String name, List<A> elements, Function<A, B> conversion) {
        List<B> converted = new ArrayList<>();
        for (A element : elements) {
            converted.add(at(name + "[" + converted.size() + "]", () -> conversion.apply(element)));
        }
        return converted;
    }

    private static <T> T at(String path, Supplier<T> conversion) {
        try {
            return conversion.get();
        } catch (FieldException refused) {
            throw refused.within(path);
        } catch (IllegalArgumentException refused) {
            throw new FieldException(path, refused.getMessage(), refused);
        }
    }
}
