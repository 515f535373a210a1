package io.rafiki.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.control.reason.Problem.ModelRefused;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.NodeResources;
import io.rafiki.model.ModelBundle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each invalid bundle is rejected with one warning, and the last valid one stays. {@code ModelBundleTest} tests the format. */
class FaultyBundlesTest {

    private static final Path SHIPPED = Path.of("../conf/models/cassandra-5.0-2core/model.zip");
    private static final long SEED = 23;
    /** The agent loads a bundle when its node starts. The usual refusal takes milliseconds. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private Rig rig;
    private Path good;
    private byte[] sound;

    @BeforeEach
    void load() throws Exception {
        rig = new Rig(folder);
        rig.bundles = file -> {
            ModelBundle.read(file, rig.catalogue);
            return rig.model(file);
        };
        sound = Files.readAllBytes(SHIPPED);
        good = Files.write(folder.resolve("good.zip"), sound);
        rig.startUnticked();
        rig.tuner.reloadModel(good.toString());
    }

    @AfterEach
    void end() throws Exception {
        rig.stop();
    }

    @Test
    void sixteenTruncations() throws IOException {
        for (int i = 0; i < 16; i++) {
            refused(write(Arrays.copyOf(sound, sound.length * i / 16)), "truncation " + i);
        }
    }

    @Test
    void twoHundredFlippedBits() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 200; i++) {
            byte[] flipped = sound.clone();
            int bit = random.nextInt(8 * flipped.length);
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            refused(write(flipped), "bit " + bit + ", seed " + SEED);
        }
    }

    @Test
    void anotherHash() throws IOException {
        byte[] other = sound.clone();
        Arrays.fill(other, other.length - 64, other.length, (byte) 'a');
        refused(write(other), "hash");
    }

    /** This node calls a knob by another name. */
    @Test
    void anotherSpaceOfKnobs() throws Exception {
        String shipped = Files.readString(Path.of("../conf/knobs/cassandra-5.0.yaml"));
        Path catalogue =
                Files.writeString(folder.resolve("knobs.yaml"), shipped.replace("concurrent_writes", "writers"));
        KnobCatalogue other = KnobCatalogue.read(catalogue, new NodeResources(2, 1024));
        rig.bundles = file -> {
            ModelBundle.read(file, other);
            return rig.model(file);
        };
        refused(good, "knobs");
    }

    @Test
    void whatIsNoFileOrMayNotBeReadOrIsFarTooLarge() throws IOException {
        refused(folder.resolve("absent.zip"), "absent");
        refused(Files.createDirectory(folder.resolve("directory.zip")), "directory");
        Path loop = folder.resolve("loop.zip");
        refused(Files.createSymbolicLink(loop, loop), "link to itself");
        Path secret = Files.write(folder.resolve("secret.zip"), sound);
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
        if (!Files.isReadable(secret)) {
            refused(secret, "permission");
        }
        Path large = folder.resolve("large.zip");
        try (FileChannel sparse = FileChannel.open(large, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            sparse.write(ByteBuffer.wrap(new byte[1]), (2L << 30) - 1);
        }
        refused(large, "2 GB");
    }

    /** No check foresees it. */
    @Test
    void anErrorOfSeveralLines() {
        rig.bundles = file -> {
            throw new IllegalStateException("the first line\nand the second");
        };
        refused(good, "error");
        assertThat(rig.problems()).singleElement().isInstanceOfSatisfying(ModelRefused.class, problem -> assertThat(
                        problem.message())
                .contains("the first line and the second"));
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("bad.zip"), bytes);
    }

    private void refused(Path bundle, String what) {
        rig.log.warnings.clear();
        long start = System.nanoTime();
        assertThatThrownBy(() -> rig.tuner.reloadModel(bundle.toString()))
                .as(what)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(bundle + ": ")
                .message()
                .doesNotContain("\n");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).as(what).isLessThan(LONGEST);
        assertThat(rig.log.warnings).as(what).singleElement().satisfies(line -> assertThat(line)
                .startsWith(bundle + ": ")
                .endsWith("; the model " + good + " remains loaded"));
        assertThat(rig.tuner.status().model()).as(what).containsEntry("file", good.toString());
    }
}
