package io.rafiki.trainer.datastore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where control groups may not be written, there is nothing to see. */
class MemoryGroupTest {

    @TempDir
    private Path folder;

    @Test
    void aProcessHasJoinedBeforeItsProgramStarts() throws Exception {
        try (MemoryGroup group = make()) {
            Path shown = folder.resolve("cgroup");
            Process cat = new ProcessBuilder(group.joined(List.of("cat", "/proc/self/cgroup")))
                    .redirectOutput(shown.toFile())
                    .start();
            assertThat(cat.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(shown))
                    .contains("rafiki-" + ProcessHandle.current().pid() + "-");
        }
    }

    @Test
    void theNextRunRemovesWhatAKilledOneLeft() throws Exception {
        MemoryGroup group = make();
        Process sleep = new ProcessBuilder(group.joined(List.of("sleep", "60"))).start();
        ProcessLedger ledger = new ProcessLedger(folder.resolve("started"));
        ledger.started(sleep);
        assertThat(ledger.clean())
                .contains("process " + sleep.pid())
                .filteredOn(line -> line.startsWith("group "))
                .singleElement()
                .satisfies(line ->
                        assertThat(Path.of(line.substring("group ".length()))).doesNotExist());
        assertThat(sleep.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private MemoryGroup make() throws IOException {
        try {
            return MemoryGroup.make(64, new ProcessLedger(folder.resolve("started")));
        } catch (DatastoreException refused) {
            return abort(refused.getMessage());
        }
    }
}
