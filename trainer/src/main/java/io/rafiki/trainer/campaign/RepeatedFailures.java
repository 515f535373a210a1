package io.rafiki.trainer.campaign;

import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Counts the consecutive failures with the same cause in a session. */
public final class RepeatedFailures {

    private static final int MAX = 3;

    private String cause;
    private int count;

    /**
     * Counts a trial.
     *
     * @param folder of the trial's log
     * @throws IOException with one line, if it is the third consecutive failure with the same cause
     */
    public void add(Trial trial, Path folder) throws IOException {
        if (!trial.hasFailed()) {
            count = 0;
            return;
        }
        count = Objects.equals(trial.cause(), cause) ? count + 1 : 1;
        cause = trial.cause();
        if (count >= MAX) {
            Path log = folder.resolve(trial.log());
            throw new IOException("stopped: " + MAX + " trials in a row ended with: " + cause + " See "
                    + (Files.exists(log) ? log : log.getParent()) + ".");
        }
    }
}
