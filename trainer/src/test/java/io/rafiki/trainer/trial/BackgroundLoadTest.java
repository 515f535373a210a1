package io.rafiki.trainer.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process that does nothing but use one processor. */
class BackgroundLoadTest {

    private Process busy;
    private Process idle;

    @BeforeEach
    void start() throws Exception {
        busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
        idle = new ProcessBuilder("sleep", "60").start();
    }

    @AfterEach
    void end() {
        busy.destroyForcibly();
        idle.destroyForcibly();
    }

    @Test
    void interruptsBelongToNoProcess() {
        assertThat(BackgroundLoad.busy("cpu0 1000 200 30 90000 8000 400 5000 6 700 0".split(" ", -1)))
                .isEqualTo(1000 + 200 + 30 + 6);
    }

    /** The kernel has missed half of the node's time, so the processors were less busy than the node. */
    @Test
    void shortRunsThatTheProcessorsMissCount(@TempDir Path proc) throws Exception {
        long own = ProcessHandle.current().pid();
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("stat"), "cpu 1000 0 0 9000 0 0 0 0 0 0\n");
        process(proc, own, 4194304, "50 0 0 0");
        process(proc, own + 1, 4194304, "400 0 0 0");
        process(proc, own + 2, 4194304, "70 0 0 0");
        process(proc, own + 3, 4194304, "30 0 0 0");
        process(proc, own + 4, 2129984, "10 0 0 0");
        BackgroundLoad load = new BackgroundLoad(proc, own + 1);
        Files.writeString(proc.resolve("stat"), "cpu 1200 0 0 9795 0 0 0 5 0 0\n");
        process(proc, own, 4194304, "60 0 20 10");
        process(proc, own + 1, 4194304, "600 200 0 0");
        Files.delete(process(proc, own + 3, 4194304, "0 0 0 0"));
        process(proc, own + 2, 4194304, "75 5 40 10");
        process(proc, own + 4, 2129984, "10 300 0 0");
        assertThat(load.share())
                .as("30 ticks, of which the ended child has used 20 since the begin, and 5 of steal time")
                .isEqualTo(0.035);
    }

    /** Writes a process's file. */
    private static Path process(Path proc, long pid, long flags, String times) throws IOException {
        Path file = Files.createDirectories(proc.resolve(Long.toString(pid))).resolve("stat");
        return Files.writeString(
                file, pid + " (a (name) 1) S 1 1 1 0 -1 " + flags + " 0 0 0 0 " + times + " 20 0 1 0 5 0 0\n");
    }

    /** Whatever else this machine does is in both shares: they differ by the busy process. */
    @Test
    void aProcessOfOthersCountsAndTheNodesOwnDoesNot() throws Exception {
        int processors = HostInfo.allowed().size();
        BackgroundLoad asOthers = new BackgroundLoad(idle.pid());
        BackgroundLoad asNode = new BackgroundLoad(busy.pid());
        TimeUnit.SECONDS.sleep(3);
        double share = (asOthers.share() - asNode.share()) * processors;
        assertThat(share).as("processors that it used").isBetween(0.2, 1.1);
    }
}
