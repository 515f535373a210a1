package io.rafiki.surrogate;

import io.rafiki.knob.KnobSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A trained model as one file: the networks as DL4J wrote them, and a manifest that says what they mean and where they come
 * from (docs/model-format.md). Immutable.
 */
public final class ModelBundle {

    private static final long MOST_BYTES = 64L << 20;
    private static final String REMEDY = "Train it again, or copy it again from where it was made.";

    private final KnobSpace space;
    private final Encoding encoding;
    private final List<BundleMember> members;
    private final List<Network> networks;
    private final Envelope envelope;
    private final Provenance provenance;

    /** @throws IllegalArgumentException with one line if there are no members, or one is no network for this encoding */
    public ModelBundle(
            KnobSpace space, Encoding encoding, List<BundleMember> members, Envelope envelope, Provenance provenance) {
        this.space = space;
        this.encoding = encoding;
        this.members = List.copyOf(members);
        this.envelope = envelope;
        this.provenance = provenance;
        List<Network> read = new ArrayList<>();
        for (int m = 0; m < members.size(); m++) {
            try {
                read.add(Dl4jZip.read(members.get(m).zip()));
            } catch (IllegalArgumentException | ArithmeticException refused) {
                throw new IllegalArgumentException(Manifest.file(m) + ": " + refused.getMessage(), refused);
            }
        }
        networks = List.copyOf(read);
        ensemble();
    }

    /**
     * Reads a bundle; a damaged one is refused, whatever the damage.
     *
     * @throws BundleException with one line: the file, what was expected, what was found, what to do
     */
    public static ModelBundle read(Path file) throws BundleException {
        try {
            if (!Files.isRegularFile(file)) {
                throw new BundleException(file + ": expected a model bundle, found "
                        + (Files.exists(file) ? "no regular file" : "nothing") + ". " + REMEDY);
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new BundleException(file + ": expected a model bundle of at most 64 MB, found "
                        + (Files.size(file) >> 20) + " MB. " + REMEDY);
            }
            byte[] bytes = Files.readAllBytes(file);
            if (!Archive.isSealed(bytes)) {
                throw new BundleException(file + ": expected a model bundle with its checksum at the end, found "
                        + bytes.length
                        + " bytes that do not match it (truncated, damaged, edited or no bundle). " + REMEDY);
            }
            return Manifest.read(Archive.read(bytes));
        } catch (IOException | IllegalArgumentException | ArithmeticException refused) {
            throw new BundleException(file + ": " + oneLine(refused) + ". " + REMEDY, refused);
        }
    }

    /** Writes the bundle; a reader sees the old file or the new one, never half of it. */
    public void write(Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        Path draft = parent.resolve(file.getFileName() + ".tmp");
        try {
            Files.write(draft, toBytes());
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** The bundle as it is written: the same bytes for the same model. */
    public byte[] toBytes() {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(Manifest.NAME, Manifest.write(this));
        for (int m = 0; m < members.size(); m++) {
            entries.put(Manifest.file(m), members.get(m).zip());
        }
        return Archive.write(entries, true);
    }

    /** SHA-256 of {@link #toBytes()}, in hexadecimal. */
    public String hash() {
        return Archive.sha256(toBytes());
    }

    public KnobSpace space() {
        return space;
    }

    public Encoding encoding() {
        return encoding;
    }

    public List<BundleMember> members() {
        return members;
    }

    public Envelope envelope() {
        return envelope;
    }

    public Provenance provenance() {
        return provenance;
    }

    /** The evaluator over the weights as read here, without DL4J. */
    public Ensemble ensemble() {
        return ensemble(networks);
    }

    /**
     * The evaluator over the weights as another loader restores them.
     *
     * @param restorer from the zip of one network to its weights in DL4J's order
     * @throws BundleException with one line if the restorer fails, or its weights do not fit
     */
    public Ensemble ensemble(Function<byte[], double[]> restorer) throws BundleException {
        List<Network> restored = new ArrayList<>();
        for (int m = 0; m < members.size(); m++) {
            try {
                restored.add(new Network(
                        networks.get(m).layers(), restorer.apply(members.get(m).zip())));
            } catch (RuntimeException failed) {
                throw new BundleException(Manifest.file(m) + ": " + oneLine(failed), failed);
            }
        }
        return ensemble(restored);
    }

    private Ensemble ensemble(List<Network> nets) {
        return new Ensemble(
                space,
                encoding,
                nets,
                members.stream().map(BundleMember::target).toList());
    }

    private static String oneLine(Exception failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return message.lines().findFirst().orElse("").strip();
    }
}
