package io.rafiki.model;

import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobSpace;
import io.rafiki.surrogate.Aggregation;
import io.rafiki.surrogate.Calibration;
import io.rafiki.surrogate.Ensemble;
import io.rafiki.surrogate.EnsembleMember;
import io.rafiki.surrogate.FeatureEncoder;
import io.rafiki.surrogate.Metric;
import io.rafiki.surrogate.MetricModel;
import io.rafiki.surrogate.ModelLimits;
import io.rafiki.surrogate.Network;
import io.rafiki.surrogate.TrainingDomain;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A trained model in one file: the networks as DL4J wrote them, and a manifest with their meaning and provenance (docs/models.md).
 * Immutable.
 */
public final class ModelBundle {

    private static final String REMEDY = "Train it again, or copy it again from where it was made.";

    private final KnobSpace space;
    private final FeatureEncoder encoding;
    private final Map<Metric, MetricModel> metrics;
    private final Map<Metric, List<Network>> networks = new EnumMap<>(Metric.class);
    private final TrainingDomain envelope;
    private final Provenance provenance;

    /** A bundle that predicts throughput only, with an uncalibrated spread. */
    public ModelBundle(
            KnobSpace space,
            FeatureEncoder encoding,
            List<EnsembleMember> members,
            TrainingDomain envelope,
            Provenance provenance) {
        this(
                space,
                encoding,
                Map.of(Metric.THROUGHPUT, new MetricModel(members, Aggregation.MEAN, Calibration.NONE, Double.NaN)),
                envelope,
                provenance);
    }

    /**
     * @param metrics throughput, and any others
     * @throws IllegalArgumentException with one line if throughput is missing, or a member does not match the encoding
     */
    public ModelBundle(
            KnobSpace space,
            FeatureEncoder encoding,
            Map<Metric, MetricModel> metrics,
            TrainingDomain envelope,
            Provenance provenance) {
        if (!metrics.containsKey(Metric.THROUGHPUT)) {
            throw new IllegalArgumentException(
                    "metrics: expected " + Metric.THROUGHPUT.key() + " among them, found " + metrics.keySet());
        }
        this.space = space;
        this.encoding = encoding;
        this.metrics = Collections.unmodifiableMap(new EnumMap<>(metrics));
        this.envelope = envelope;
        this.provenance = provenance;
        int file = 0;
        long weights = 0;
        for (Map.Entry<Metric, MetricModel> metric : this.metrics.entrySet()) {
            List<Network> read = new ArrayList<>();
            for (EnsembleMember member : metric.getValue().members()) {
                Network network = network(member, file++);
                weights += network.parameters().length;
                ModelLimits.requireWeights(weights);
                read.add(network);
            }
            networks.put(metric.getKey(), List.copyOf(read));
            ensemble(metric.getKey(), read);
        }
    }

    private static Network network(EnsembleMember member, int file) {
        try {
            return Dl4jReader.read(member.zip());
        } catch (IllegalArgumentException | ArithmeticException refused) {
            throw new IllegalArgumentException(Manifest.file(file) + ": " + refused.getMessage(), refused);
        }
    }

    /**
     * Reads a bundle and rejects any damage.
     *
     * @throws BundleException with one line: file, expectation, finding, remedy
     */
    public static ModelBundle read(Path file) throws BundleException {
        try {
            byte[] bytes = content(file);
            if (!SealedZip.isSealed(bytes)) {
                throw new BundleException(file + ": expected a model bundle with its checksum at the end, found "
                        + bytes.length
                        + " bytes that do not match it (truncated, damaged, edited or no bundle). " + REMEDY);
            }
            requireVersion(file, Manifest.version(bytes));
            return Manifest.read(SealedZip.read(bytes, Manifest::maxBytes));
        } catch (IOException | IllegalArgumentException | ArithmeticException refused) {
            throw new BundleException(file + ": " + oneLine(refused) + ". " + REMEDY, refused);
        }
    }

    private static void requireVersion(Path file, OptionalLong version) throws BundleException {
        if (version.isPresent() && version.getAsLong() != Manifest.VERSION) {
            throw new BundleException(file + ": expected a model bundle of format version " + Manifest.VERSION
                    + ", found version " + version.getAsLong() + ", which "
                    + (version.getAsLong() > Manifest.VERSION
                            ? "a newer Rafiki wrote. Install that Rafiki, or train the model again."
                            : "an older Rafiki wrote. Train the model again from its trials."));
        }
    }

    /** The bytes of the file, at most 16 MiB, even if it grows. */
    private static byte[] content(Path file) throws IOException, BundleException {
        if (!Files.isRegularFile(file)) {
            String found = Files.exists(file)
                    ? "no regular file"
                    : Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? "a symbolic link to nothing" : "nothing";
            throw new BundleException(file + ": expected a model bundle, found " + found + ". " + REMEDY);
        }
        long size = Files.size(file);
        if (size > SealedZip.MAX_BYTES) {
            throw new BundleException(file + ": expected a model bundle of at most " + (SealedZip.MAX_BYTES >> 20)
                    + " MiB, found " + size + " bytes. " + REMEDY);
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(Math.toIntExact(size));
        } catch (AccessDeniedException denied) {
            throw new BundleException(
                    file + ": expected a readable model bundle, found no permission to read it. Correct the"
                            + " permission.",
                    denied);
        }
    }

    /**
     * Reads a bundle for nodes with the knobs of a catalogue.
     *
     * @throws BundleException with one line, also if the bundle is for other knobs
     */
    public static ModelBundle read(Path file, KnobCatalogue catalogue) throws BundleException {
        ModelBundle bundle = read(file);
        List<String> differences = catalogue.differences(bundle.space());
        if (!differences.isEmpty()) {
            throw new BundleException(file + ": expected a model of the catalogue's knobs, found one of others: "
                    + String.join("; ", differences)
                    + ". Use the catalogue that it was trained with, or train it again.");
        }
        return bundle;
    }

    /** Writes the bundle atomically: a reader finds the old file or the new one. */
    public void write(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        // some JDKs 17 refuse a symbolic link to a folder (JDK-8294193)
        if (!Files.isDirectory(parent)) {
            Files.createDirectories(parent);
        }
        Path draft = parent.resolve(file.getFileName() + ".tmp");
        try {
            Files.write(draft, toBytes());
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** The bytes of the file; equal for equal models. */
    public byte[] toBytes() {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(Manifest.NAME, StrictJson.write(Manifest.of(this)));
        for (MetricModel metric : metrics.values()) {
            for (EnsembleMember member : metric.members()) {
                entries.put(Manifest.file(entries.size() - 1), member.zip());
            }
        }
        return SealedZip.write(entries, true);
    }

    /** SHA-256 of {@link #toBytes()}, in hexadecimal. */
    public String hash() {
        return SealedZip.sha256(toBytes());
    }

    public KnobSpace space() {
        return space;
    }

    public FeatureEncoder encoding() {
        return encoding;
    }

    /** The model of each metric; always contains throughput. */
    public Map<Metric, MetricModel> metrics() {
        return metrics;
    }

    /** The networks that predict throughput. */
    public List<EnsembleMember> members() {
        return metrics.get(Metric.THROUGHPUT).members();
    }

    public TrainingDomain envelope() {
        return envelope;
    }

    public Provenance provenance() {
        return provenance;
    }

    /** The evaluator of throughput, without DL4J. */
    public Ensemble ensemble() {
        return ensemble(Metric.THROUGHPUT).orElseThrow();
    }

    /** The evaluator of a metric, without DL4J; empty if the bundle has no networks for it. */
    public Optional<Ensemble> ensemble(Metric metric) {
        return Optional.ofNullable(networks.get(metric)).map(nets -> ensemble(metric, nets));
    }

    /** The networks that predict throughput, as zips that contain only what was checked when the bundle was read. */
    public List<byte[]> checkedZips() {
        return members().stream()
                .map(member -> Dl4jReader.rewritten(member.zip()))
                .toList();
    }

    private Ensemble ensemble(Metric metric, List<Network> nets) {
        MetricModel model = metrics.get(metric);
        return new Ensemble(
                space,
                encoding,
                nets,
                model.members().stream().map(EnsembleMember::target).toList(),
                model.combine(),
                model.calibration());
    }

    private static String oneLine(Exception failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return message.lines().findFirst().orElse("").strip();
    }
}
