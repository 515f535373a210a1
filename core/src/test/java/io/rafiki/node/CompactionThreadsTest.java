package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rafiki.node.CompactionThreads.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionThreadsTest {

    private static final Path THIS_PROCESS = Path.of("/proc/self");

    @TempDir
    Path process;

    @Test
    void threadsOfCompactionsAreAddedUp() throws Exception {
        thread("7", "CompactionExecu", 4_096, 300, 20);
        thread("8", "CompactionExecu", 8_192, 100, 5);
        thread("9", "ReadStage-1", 1_000_000, 1_000, 1_000);
        Usage usage = CompactionThreads.of(process).orElseThrow();
        assertThat(usage).isEqualTo(new Usage(12_288, 400, 25));
        assertThat(usage.busy()).isEqualTo(Duration.ofNanos(425));
        assertThat(usage.since(new Usage(288, 100, 5))).isEqualTo(new Usage(12_000, 300, 20));
    }

    @Test
    void aThreadThatEndsMeanwhileDoesNotCount() throws Exception {
        Files.createDirectories(process.resolve("task/7"));
        assertThat(CompactionThreads.of(process)).contains(new Usage(0, 0, 0));
    }

    @Test
    void anotherSystemHasNoSuchFiles() {
        assertThat(CompactionThreads.of(process)).isEqualTo(Optional.empty());
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
        Usage before = CompactionThreads.of(THIS_PROCESS).orElseThrow();
        thread.start();
        computed.await();
        Usage used = CompactionThreads.of(THIS_PROCESS).orElseThrow().since(before);
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
