package io.rafiki.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.HdrHistogram.SynchronizedHistogram;
import org.junit.jupiter.api.Test;

/** In a JVM that is stopped by a signal, as a virtual machine is stopped by its host. */
class PauseMeterTest {

    @Test
    void aStopOfAFewHundredMillisecondsCountsForAllThatWait() throws Exception {
        assertThat(measured(400)).isBetween(250_000L, 2_000_000L);
        // a busy machine can stop one or the other too
        long least = LongStream.of(measured(0), measured(0), measured(0)).min().orElseThrow();
        assertThat(least).isBetween(0L, 200_000L);
    }

    /** The 99th percentile in microseconds after a second with one stop. */
    private static long measured(long stopMillis) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
            assertThat(lines.readLine()).isEqualTo("measures");
            Thread.sleep(300);
            if (stopMillis > 0) {
                signal("STOP", child);
                Thread.sleep(stopMillis);
                signal("CONT", child);
            }
            Thread.sleep(300);
            child.getOutputStream().close();
            return Long.parseLong(lines.readLine());
        } finally {
            child.destroyForcibly().waitFor();
        }
    }

    private static void signal(String name, Process process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Measures until its input ends, then prints the 99th percentile. */
    static final class Child {

        private Child() {}

        public static void main(String[] none) throws IOException {
            SynchronizedHistogram all = new SynchronizedHistogram(3);
            PauseMeter meter = PauseMeter.start(all::recordValue);
            System.out.println("measures");
            while (System.in.read() >= 0) {
                // until the end
            }
            meter.close();
            System.out.println(all.getValueAtPercentile(99));
        }
    }
}
