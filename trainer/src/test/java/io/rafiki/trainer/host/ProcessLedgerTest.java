package io.rafiki.trainer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.trainer.host.ContainerEngine.Removal;
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

    /** Its parent is alive and never reaps it, like the first process of some containers. */
    @Test
    void aZombieHasEnded() throws Exception {
        Process parent = new ProcessBuilder("sh", "-c", "sleep 60 & echo $!; exec sleep 60").start();
        try {
            long pid = Long.parseLong(parent.inputReader().readLine());
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String start = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19];
            new ProcessLedger(file).started(process);
            String line = Files.readString(file).strip();
            String record = "process " + pid + " " + start + line.substring(line.lastIndexOf(' ')) + "\n";

            Files.writeString(file, record);
            assertThat(new ProcessLedger(file).clean()).containsExactly("process " + pid);
            Files.writeString(file, record);
            assertThat(new ProcessLedger(file).clean())
                    .as("it stays until its parent ends")
                    .isEmpty();
            assertThat(file).doesNotExist();
        } finally {
            parent.destroyForcibly();
        }
    }

    /** The run may have died while it wrote. */
    @Test
    void aTornLineHidesNoOther() throws Exception {
        new ProcessLedger(file).started(process);
        Files.writeString(file, Files.readString(file) + "process 12");
        assertThat(new ProcessLedger(file).clean()).containsExactly("process " + process.pid());
    }

    @Test
    void keepsTheRecordOfAContainerUntilAnEngineAnswers() throws Exception {
        new ProcessLedger(file).started(process);
        new ProcessLedger(file).container("rafiki-1");
        assertThatThrownBy(() -> ledger(Removal.NO_ENGINE).clean())
                .isInstanceOf(IOException.class)
                .hasMessage("container rafiki-1, which an earlier run left: expected a Docker engine that removes it,"
                        + " found none. Start the engine, or delete " + file + " if the container has ended.");
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(file).hasContent("container rafiki-1\n");

        assertThat(ledger(Removal.REMOVED).clean()).containsExactly("container rafiki-1");
        assertThat(file).doesNotExist();
    }

    @Test
    void dropsTheRecordOfAContainerThatNoLongerExists() throws Exception {
        new ProcessLedger(file).container("rafiki-1");
        assertThat(ledger(Removal.ABSENT).clean()).isEmpty();
        assertThat(file).doesNotExist();
    }

    private ProcessLedger ledger(Removal removal) {
        return new ProcessLedger(file, name -> removal, ControlGroups.mounted());
    }

    @Test
    void keepsTheRecordOfAControlGroupThatCannotBeRemoved() throws Exception {
        Path group = Files.createDirectory(folder.resolve("group"));
        ControlGroups refusing = new ControlGroups(folder) {
            @Override
            public boolean remove(Path each) {
                return false;
            }
        };
        ProcessLedger ledger = new ProcessLedger(file, name -> Removal.ABSENT, refusing);
        ledger.made(group);
        assertThatThrownBy(ledger::clean)
                .isInstanceOf(IOException.class)
                .hasMessage("group " + group + ", which an earlier run left: expected that it can be removed, found its"
                        + " folder. Run as root, or remove it.");
        assertThat(ledger.isEmpty()).isFalse();

        Files.delete(group);
        assertThat(ledger.clean()).isEmpty();
        assertThat(ledger.isEmpty()).isTrue();
    }
}
