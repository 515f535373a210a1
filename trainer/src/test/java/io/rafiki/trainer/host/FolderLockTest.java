package io.rafiki.trainer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {

    @Test
    void oneRunAtATimeHoldsAFolder(@TempDir Path folder) throws IOException {
        Path out = folder.resolve("out");
        FolderLock first = FolderLock.acquire(out);
        assertThatThrownBy(() -> FolderLock.acquire(out))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        out + ": expected no other run at work here, found one. Wait for it, end it, or give another"
                                + " --out.");
        first.close();
        try (FolderLock second = FolderLock.acquire(out)) {
            assertThat(second).isNotNull();
        }
    }
}
