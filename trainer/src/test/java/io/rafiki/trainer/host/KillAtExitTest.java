package io.rafiki.trainer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KillAtExitTest {

    /** When a JVM asks for the end of its process. */
    enum Moment {
        RUNNING,
        ENDING,
        NEVER
    }

    /** Starts a process, prints its id, and ends. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            Process process = new ProcessBuilder("sleep", "60").start();
            System.out.println(process.pid());
            switch (Moment.valueOf(arguments[0])) {
                case RUNNING -> watch(process);
                case ENDING -> Runtime.getRuntime().addShutdownHook(new Thread(() -> refused(process)));
                case NEVER -> watch(process).close();
            }
        }

        private static KillAtExit watch(Process process) throws DatastoreException {
            return KillAtExit.of("sleep", process.pid(), process::destroyForcibly);
        }

        private static void refused(Process process) {
            assertThatThrownBy(() -> watch(process))
                    .hasMessage("sleep: expected to start it, found that this JVM is about to end");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theProcessEndsWithTheJvmUnlessClosed(Moment moment) throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        moment.name())
                .redirectErrorStream(true)
                .start();
        String printed = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(printed).matches("\\d+\n");
        assertThat(jvm.waitFor()).isZero();
        Optional<ProcessHandle> left = ProcessHandle.of(Long.parseLong(printed.strip()));
        if (moment == Moment.NEVER) {
            assertThat(left.orElseThrow().destroyForcibly()).isTrue();
        } else if (left.isPresent()) {
            left.get().onExit().get(10, TimeUnit.SECONDS);
        }
    }
}
