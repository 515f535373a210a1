package io.rafiki.trainer.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessLedgerTest {

    @TempDir
    private Path folder;

    private Path file;
    private Process process;

    @BeforeEach
    void start() throws IOException {
        file = folder.resolve("work/started");
        process = new ProcessBuilder("sleep", "60").start();
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    @Test
    void endsWhatAnEarlierRunStarted() throws Exception {
        new ProcessLedger(file).started(process);
        assertThat(new ProcessLedger(file).clean()).containsExactly("process " + process.pid());
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(file).doesNotExist();
        assertThat(new ProcessLedger(file).clean()).isEmpty();
    }

    /** Process ids are reused: this one now belongs to another process, which started later. */
    @Test
    void sparesAnotherProcessOfTheSameId() throws Exception {
        new ProcessLedger(file).started(process);
        String[] words = Files.readString(file).strip().split(" ", -1);
        assertThat(words).hasSize(4);
        Files.writeString(file, "process " + words[1] + " " + (Long.parseLong(words[2]) - 1) + " " + words[3] + "\n");
        assertThat(new ProcessLedger(file).clean()).isEmpty();
        assertThat(process.isAlive()).isTrue();
    }

    /** After a reboot the kernel's ticks and process ids start again. */
    @Test
    void sparesAProcessThatIsLikeOneFromBeforeTheLastBoot() throws Exception {
        new ProcessLedger(file).started(process);
        String line = Files.readString(file).strip();
        Files.writeString(file, line.substring(0, line.lastIndexOf(' ')) + " 00000000-0000-0000-0000-000000000000\n");
        assertThat(new ProcessLedger(file).clean()).isEmpty();
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void omitsProcessesThatHaveEnded() throws Exception {
        new ProcessLedger(file).started(process);
        process.destroyForcibly().waitFor();
        assertThat(new ProcessLedger(file).clean()).isEmpty();
    }

    /** The run may have died while it wrote. */
    @Test
    void aTornLineHidesNoOther() throws Exception {
        new ProcessLedger(file).started(process);
        Files.writeString(file, Files.readString(file) + "process 12");
        assertThat(new ProcessLedger(file).clean()).containsExactly("process " + process.pid());
    }
}
