package io.rafiki.agent.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The agent is attached twice to a fresh JVM. The boot classes lie in target/classes, which is no complete installation. */
class RafikiAgentTest {

    @Test
    void aFailedStartPermitsAnother() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        AttachedTwice.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            List<String> lines = process.inputReader().lines().toList();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(lines)
                    .filteredOn(line -> line.startsWith("rafiki cannot start: ") && line.contains("expected jars in "))
                    .hasSize(2);
        } finally {
            process.destroyForcibly();
        }
    }

    /** What the fresh JVM runs. */
    public static final class AttachedTwice {

        private AttachedTwice() {}

        public static void main(String[] none) throws Exception {
            System.setProperty("sun.java.command", "org.apache.cassandra.service.CassandraDaemon");
            for (int i = 0; i < 2; i++) {
                RafikiAgent.agentmain(null, null);
                for (Thread thread : Thread.getAllStackTraces().keySet()) {
                    if (thread.getName().equals("rafiki")) {
                        thread.join();
                    }
                }
            }
        }
    }
}
