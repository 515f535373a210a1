package io.rafiki.trainer.campaign;

import io.rafiki.trainer.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts the consecutive failures with the same cause in a session. Causes that differ only in numbers are the same. */
public final class RepeatedFailures {

    private static final int MAX = 3;

    private String last = "";
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
        String cause = withoutNumbers(trial);
        count = cause.equals(last) ? count + 1 : 1;
        last = cause;
        if (count >= MAX) {
            // on a full disk there is no log
            Path log = folder.resolve(trial.log() == null ? "logs" : trial.log());
            throw new IOException("stopped: " + MAX + " trials in a row ended with: " + trial.cause() + " See "
                    + (Files.exists(log) ? log : log.getParent()) + ".");
        }
    }

    /** Code and text of the failure, without words that contain a digit: counts, seconds, ports, ids. */
    private static String withoutNumbers(Trial trial) {
        return trial.code() + " " + String.valueOf(trial.cause()).replaceAll("\\w*\\d[\\w.,]*", "");
    }
}
