package io.rafiki.trainer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CpuAffinityTest {

    @Test
    void threadsThatEndMeanwhileAreLetBe() throws Exception {
        String processors = allowed(ProcessHandle.current().pid());
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService restless = Executors.newFixedThreadPool(3);
        for (int i = 0; i < 3; i++) {
            restless.execute(() -> {
                while (!done.get()) {
                    new Thread(() -> {}).start();
                }
            });
        }
        try {
            for (int i = 0; i < 100; i++) {
                CpuAffinity.pin(ProcessHandle.current().pid(), processors);
            }
        } finally {
            done.set(true);
            restless.shutdown();
            assertThat(restless.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void pins() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            String last = allowed(process.pid()).replaceAll(".*[,-]", "");
            CpuAffinity.pin(process.pid(), last);
            assertThat(allowed(process.pid())).isEqualTo(last);
            assertThatThrownBy(() -> CpuAffinity.pin(process.pid(), "1023"))
                    .hasMessage("taskset: expected to pin process " + process.pid()
                            + " to processors 1023, found a refusal.");
        } finally {
            process.destroyForcibly().waitFor();
        }
        CpuAffinity.pin(process.pid(), "0");
    }

    private static String allowed(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .orElseThrow()
                .substring("Cpus_allowed_list:".length())
                .strip();
    }
}
