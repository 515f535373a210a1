package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.AppliedLimit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Finds the line of a node's output that explains why the node ended. */
final class NodeLog {

    private static final int LONGEST = 300;

    /** 128 plus the number of SIGKILL. */
    private static final String KILLED = "137";

    /**
     * Header such as {@code ERROR [main] 2026-11-22T09:30:00,123 CassandraDaemon.java:887 - }. Without it, equal causes give equal lines.
     */
    private static final Pattern HEAD = Pattern.compile("^[A-Z]+ +\\[[^\\]]*\\] \\d{4}-\\d\\d-\\d\\d[ T]\\S+ \\S+ - ");

    /** The messages of Cassandra (storage port) and of the JVM (client ports). */
    private static final String STORAGE_PORT_TAKEN = "in use by another process";

    private static final String PORT_TAKEN = "Address already in use";

    /** Markers in order of significance. */
    private static final List<String> MARKS = List.of(
            STORAGE_PORT_TAKEN,
            "ConfigurationException",
            PORT_TAKEN,
            "OutOfMemoryError",
            "Fatal",
            "ERROR ",
            "Caused by:",
            "Exception",
            "Error");

    /** A line of every node that contains error names without an error: {@code -XX:+ExitOnOutOfMemoryError}. */
    private static final String ARGUMENTS = "JVM Arguments: [";

    private NodeLog() {}

    /** Whether a cause of {@link #cause} names a port of another process. */
    static boolean isPortTaken(String cause) {
        return cause.contains(STORAGE_PORT_TAKEN) || cause.contains(PORT_TAKEN);
    }

    /**
     * The cause of a node's end. If the kernel kills a node, its log contains no cause.
     *
     * @param exit exit code of the process, perhaps with a remark after it
     * @param memory memory limit of the node
     */
    static String cause(String exit, AppliedLimit memory, Path log) {
        if (!exit.startsWith(KILLED)) {
            return cause(log);
        }
        return "it was killed"
                + memory.amount()
                        .map(mebibytes ->
                                ", as the kernel does where the limit of " + mebibytes + " MiB of memory is exceeded")
                        .orElse("");
    }

    /** The first line with the most significant marker, or the last non-blank line. */
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
