package io.rafiki.trainer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeSpaceTest {

    private static final long WRITTEN = 100L << 20;
    private static final long NEEDED = 2348L << 20;

    @Test
    void threeTimesTheWrittenBytesAndTwoGibibytesAreEnough() {
        assertThatCode(() -> new FreeSpace(Path.of("data"), NEEDED).require(WRITTEN))
                .doesNotThrowAnyException();
    }

    @Test
    void lessIsReportedWithTheFolder() {
        assertThatThrownBy(() -> new FreeSpace(Path.of("data"), NEEDED - 1).require(WRITTEN))
                .isInstanceOf(IOException.class)
                .hasMessage("stopped: expected 2348 MiB free on the disk of data, found 2347 MiB. Make room.");
    }

    @Test
    void isThatOfTheFoldersDisk(@TempDir Path folder) throws Exception {
        FreeSpace space = FreeSpace.of(folder.resolve("runs/demo"));
        assertThat(space.folder()).isDirectory();
        assertThat(space.bytes()).isLessThanOrEqualTo(Files.getFileStore(folder).getTotalSpace());
    }
}
