package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A short command of the system that answers by its exit code; what it prints is thrown away. */
final class SystemCommand {

    private SystemCommand() {}

    /**
     * Runs it.
     *
     * @param patience after which it is ended
     * @return whether it ended in time, with 0
     * @throws IOException if it could not be started, as where it is not installed
     */
    static boolean succeeds(List<String> command, Duration patience) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS) && process.exitValue() == 0;
        } finally {
            process.destroyForcibly();
        }
    }
}
