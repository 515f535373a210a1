package io.rafiki.trainer.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetStoreTest {

    @TempDir
    Path root;

    private Path building;

    @BeforeEach
    void somethingHalfMade() throws IOException {
        building = Files.createDirectory(root.resolve("building"));
        Files.writeString(building.resolve("rows"), "some");
    }

    @Test
    void deletesAbandonedBuilds() throws IOException {
        DatasetStore.discardUnfinished(root);
        assertThat(building).doesNotExist();
    }

    @Test
    void whatThisJvmWasMakingGoes() throws IOException {
        try (FileChannel preparing = locked(root.resolve(".data.lock"))) {
            DatasetStore.discardUnfinished(root);
            assertThat(preparing.isOpen()).isTrue();
        }
        assertThat(building).doesNotExist();
    }

    @Test
    void whatAnotherJvmIsMakingStays() throws IOException, InterruptedException {
        Path classes = Path.of(Another.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        Process another = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        classes.toString(),
                        Another.class.getName(),
                        root.resolve(".data.lock").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(another.inputReader().readLine()).isEqualTo("locked");
        DatasetStore.discardUnfinished(root);
        assertThat(building.resolve("rows")).exists();
        another.outputWriter().close();
        assertThat(another.waitFor(20, TimeUnit.SECONDS)).isTrue();
        DatasetStore.discardUnfinished(root);
        assertThat(building).doesNotExist();
    }

    @Test
    void aStoreThatWasNeverMadeHoldsNothing() throws IOException {
        Path none = root.resolve("none");
        DatasetStore.discardUnfinished(none);
        assertThat(none).doesNotExist();
    }

    private static FileChannel locked(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.lock();
        return channel;
    }

    /** Another JVM's {@code prepare}: holds the store until its input ends. */
    static final class Another {

        private Another() {}

        public static void main(String[] arguments) throws IOException {
            try (FileChannel held = locked(Path.of(arguments[0]))) {
                System.out.println("locked");
                System.in.read();
                held.position();
            }
        }
    }
}
