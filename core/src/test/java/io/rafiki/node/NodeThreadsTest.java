package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rafiki.node.NodeThreads.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeThreadsTest {

    private static final Path THIS_PROCESS = Path.of("/proc/self");

    @TempDir
    Path process;

    @Test
    void threadsOfCompactionsAreAddedUp() throws Exception {
        thread("7", "CompactionExecu", 4_096, 300, 20);
        thread("8", "CompactionExecu", 8_192, 100, 5);
        thread("9", "ReadStage-1", 1_000_000, 1_000, 1_000);
        Usage usage = NodeThreads.compactions(process).orElseThrow();
        assertThat(usage).isEqualTo(new Usage(12_288, 400, 25));
        assertThat(usage.busy()).isEqualTo(Duration.ofNanos(425));
        assertThat(usage.since(new Usage(288, 100, 5))).isEqualTo(new Usage(12_000, 300, 20));
    }

    @Test
    void threadsOfTheCompilersAreAddedUp() throws Exception {
        assertThat(NodeThreads.compilers(process)).isEmpty();
        thread("7", "C2 CompilerThre", 0, 300, 20);
        thread("8", "C1 CompilerThre", 0, 100, 5);
        thread("9", "CompactionExecu", 0, 1_000, 1_000);
        assertThat(NodeThreads.compilers(process)).contains(new Usage(0, 400, 25));
        assertThat(NodeThreads.compactions(process)).contains(new Usage(0, 1_000, 1_000));
    }

    @Test
    void theCompilersOfThisJvmAreFound() {
        assumeTrue(Files.exists(THIS_PROCESS.resolve("task")), "Linux");
        assertThat(NodeThreads.compilers(THIS_PROCESS).orElseThrow().busy()).isPositive();
    }

    @Test
    void aThreadThatEndsMeanwhileDoesNotCount() throws Exception {
        Files.createDirectories(process.resolve("task/7"));
        assertThat(NodeThreads.compactions(process)).contains(new Usage(0, 0, 0));
    }

    @Test
    void anotherSystemHasNoSuchFiles() {
        assertThat(NodeThreads.compactions(process)).isEqualTo(Optional.empty());
    }

    /** A thread of this JVM with the name of Cassandra's, which computes for a while. */
    @Test
    void theKernelsFilesAreReadAsTheyAre() throws Exception {
        assumeTrue(Files.exists(THIS_PROCESS.resolve("task")), "Linux");
        CountDownLatch computed = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    long end = System.nanoTime() + Duration.ofMillis(300).toNanos();
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    computed.countDown();
                    awaitQuietly(read);
                },
                "CompactionExecutor:1");
        Usage before = NodeThreads.compactions(THIS_PROCESS).orElseThrow();
        thread.start();
        computed.await();
        Usage used = NodeThreads.compactions(THIS_PROCESS).orElseThrow().since(before);
        read.countDown();
        thread.join();
        assertThat(used.busy()).isBetween(Duration.ofMillis(250), Duration.ofSeconds(5));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void thread(String id, String name, long disk, long cpu, long queue) throws IOException {
        Path thread = Files.createDirectories(process.resolve("task").resolve(id));
        Files.writeString(thread.resolve("comm"), name + "\n");
        Files.writeString(thread.resolve("io"), "rchar: 5\nread_bytes: " + disk + "\nwrite_bytes: 0\n");
        Files.writeString(thread.resolve("schedstat"), cpu + " " + queue + " 12\n");
    }
}
