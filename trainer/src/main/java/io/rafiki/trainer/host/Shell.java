package io.rafiki.trainer.host;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A short system command that answers by its exit code. Its output is discarded. */
final class Shell {

    private Shell() {}

    /**
     * Runs the command.
     *
     * @param patience time limit, after which the command is killed
     * @return whether it ended in time with exit code 0
     * @throws IOException if it could not be started, for example because it is not installed
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
