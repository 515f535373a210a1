package io.rafiki.trainer.datastore;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What a node printed, searched for the line that says why it ended. */
final class NodeLog {

    private static final int LONGEST = 300;

    /** 128 and the number of SIGKILL. */
    private static final String KILLED = "137";

    /** {@code ERROR [main] 2026-11-22T09:30:00,123 CassandraDaemon.java:887 - }: without it the same cause is the same line. */
    private static final Pattern HEAD = Pattern.compile("^[A-Z]+ +\\[[^\\]]*\\] \\d{4}-\\d\\d-\\d\\d[ T]\\S+ \\S+ - ");

    /** The most telling marks first. */
    private static final List<String> MARKS = List.of(
            "in use by another process",
            "ConfigurationException",
            "Address already in use",
            "OutOfMemoryError",
            "Fatal",
            "ERROR ",
            "Caused by:",
            "Exception",
            "Error");

    /** A line of every node, which names errors that did not happen: {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final String ARGUMENTS = "JVM Arguments: [";

    private NodeLog() {}

    /**
     * Why a node ended. What the kernel kills leaves nothing in its log that says so.
     *
     * @param exit of its process
     * @param memory its limit
     */
    static String cause(String exit, Limit memory, Path log) {
        if (!exit.equals(KILLED)) {
            return cause(log);
        }
        return "it was killed"
                + memory.amount()
                        .map(mebibytes ->
                                ", as the kernel does where the limit of " + mebibytes + " MiB of memory is exceeded")
                        .orElse("");
    }

    /** The first line with the most telling mark, or the last line that is not blank. */
    static String cause(Path log) {
        String[] found = new String[MARKS.size()];
        String last = "an empty log";
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(Files.newInputStream(log), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isBlank() || line.contains(ARGUMENTS)) {
                    continue;
                }
                last = line;
                for (int i = 0; i < found.length; i++) {
                    if (found[i] == null && line.contains(MARKS.get(i))) {
                        found[i] = line;
                    }
                }
            }
        } catch (IOException unreadable) {
            return String.format(Locale.ROOT, "an unreadable log (%s)", unreadable.getMessage());
        }
        for (String line : found) {
            if (line != null) {
                return shortened(line);
            }
        }
        return shortened(last);
    }

    private static String shortened(String line) {
        String trimmed = HEAD.matcher(line.strip()).replaceFirst("");
        return trimmed.length() <= LONGEST ? trimmed : trimmed.substring(0, LONGEST) + "...";
    }
}
