package io.rafiki.trainer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where control groups may not be written, there is nothing to see. */
class NodeGroupTest {

    private static final RequestedLimits MEMORY = RequestedLimits.NONE.withMemory(64);

    private static final int READS = 400;
    private static final int PAGE = 4096;

    @TempDir
    private Path folder;

    @Test
    void aProcessHasJoinedBeforeItsProgramStarts() throws Exception {
        try (NodeGroup group = made(MEMORY)) {
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
        NodeGroup group = made(MEMORY);
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

    /** The run was killed after the node's start and before it was written down. */
    @Test
    void aProcessThatWasNotWrittenDownIsFoundByItsGroup() throws Exception {
        NodeGroup group = made(MEMORY);
        Process sleep = new ProcessBuilder(group.joined(List.of("sleep", "60"))).start();
        String made = Files.readString(folder.resolve("started")).strip().substring("group ".length());
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> Files.readString(Path.of(made, "cgroup.procs"))
                .strip()
                .equals(Long.toString(sleep.pid())));
        assertThat(new ProcessLedger(folder.resolve("started")).clean())
                .singleElement()
                .asString()
                .startsWith("group ");
        assertThat(sleep.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(folder.resolve("started")).doesNotExist();
    }

    @Test
    void readsFromTheDiskTakeTheirTime() throws Exception {
        Path file = folder.resolve("file");
        Files.write(file, new byte[READS * PAGE]);
        try (NodeGroup group = made(RequestedLimits.NONE.withReads(READS / 2))) {
            List<String> direct =
                    List.of("dd", "if=" + file, "of=/dev/null", "bs=" + PAGE, "iflag=direct", "status=none");
            long begin = System.nanoTime();
            Process dd = new ProcessBuilder(group.joined(direct)).inheritIO().start();
            assertThat(dd.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(dd.exitValue()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(1500));
        }
    }

    /** A loop that needs a processor uses a fifth of it. */
    @Test
    void aProcessGetsItsProcessorTimeOnly() throws Exception {
        try (NodeGroup group = made(RequestedLimits.NONE.withCpu(20))) {
            Process busy = new ProcessBuilder(group.joined(List.of("sh", "-c", "while :; do :; done"))).start();
            try {
                TimeUnit.SECONDS.sleep(1);
                long start = System.nanoTime();
                Duration before = busy.toHandle().info().totalCpuDuration().orElseThrow();
                TimeUnit.SECONDS.sleep(3);
                Duration used =
                        busy.toHandle().info().totalCpuDuration().orElseThrow().minus(before);
                assertThat((double) used.toNanos() / (System.nanoTime() - start))
                        .isBetween(0.07, 0.3);
            } finally {
                busy.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void readAheadIsRestoredAlsoAfterAKill() throws Exception {
        RequestedLimits asked = RequestedLimits.NONE.withReadAhead(64);
        Optional<Integer> before = Disk.readAheadKiB(folder);
        NodeGroup first = made(asked);
        assertThat(first.limits().readAhead()).isEqualTo(new AppliedLimit(Optional.of(64), "disk"));
        assertThat(Disk.readAheadKiB(folder)).contains(64);
        try (NodeGroup second = made(asked)) {
            assertThat(second.limits()).isEqualTo(first.limits());
            first.close();
            assertThat(Disk.readAheadKiB(folder)).isEqualTo(before);
        }
        assertThat(Disk.readAheadKiB(folder)).as("it had changed nothing").isEqualTo(before);

        Files.delete(folder.resolve("started"));
        made(asked);
        assertThat(new ProcessLedger(folder.resolve("started")).clean())
                .singleElement()
                .asString()
                .startsWith("setting ");
        assertThat(Disk.readAheadKiB(folder)).isEqualTo(before);
    }

    @Test
    void aSettingIsRestoredIfItStillExists() throws Exception {
        Path started = folder.resolve("started");
        ProcessLedger ledger = new ProcessLedger(started);
        Path setting = Files.writeString(folder.resolve("of a disk"), "128");
        ledger.changed(folder.resolve("gone"), "8192");
        ledger.changed(setting, "8192");
        ledger.changed(setting, "128");
        assertThat(ledger.clean()).containsExactly("setting " + setting);
        assertThat(setting).hasContent("8192");

        Files.writeString(setting, "128");
        ledger.changed(setting, "8192");
        ledger.restored(setting);
        assertThat(ledger.clean()).as("another program set it since").isEmpty();

        ledger.changed(folder, "8192");
        assertThatThrownBy(ledger::clean)
                .hasMessageStartingWith(folder + ", which an earlier run changed: expected to restore 8192, found ")
                .hasMessageEndingWith("Run as root.");
        assertThat(started).isNotEmptyFile();
    }

    private NodeGroup made(RequestedLimits asked) throws IOException {
        NodeGroup group = NodeGroup.make(folder, asked, new ProcessLedger(folder.resolve("started")));
        for (AppliedLimit limit : List.of(
                group.limits().memory(),
                group.limits().reads(),
                group.limits().cpu(),
                group.limits().readAhead())) {
            if (limit.amount().isEmpty() && !limit.equals(AppliedLimit.NONE)) {
                group.close();
                abort(limit.kind());
            }
        }
        return group;
    }
}
