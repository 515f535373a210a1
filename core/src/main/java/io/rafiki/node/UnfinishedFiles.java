package io.rafiki.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Data files in a table's directory that are not live: Cassandra still writes them, or has replaced them and not yet deleted them. Its
 * transaction logs list them (CASSANDRA-7066). A record is {@code ADD:[PREFIX,...}, {@code REMOVE:[PREFIX,...}, {@code COMMIT:[...} or {@code
 * ABORT:[...}; the prefix is the path of a data file without {@code Data.db}.
 */
final class UnfinishedFiles {

    private static final String ADD = "ADD:[";
    private static final String REMOVE = "REMOVE:[";
    private static final String COMMIT = "COMMIT:[";
    private static final String DATA = "Data.db";

    private UnfinishedFiles() {}

    /**
     * The names of the files.
     *
     * @param logs transaction logs of the directory; one that is deleted meanwhile has no such files
     */
    static Set<String> of(List<Path> logs) throws IOException {
        Set<String> names = new HashSet<>();
        for (Path log : logs) {
            try {
                List<String> records = Files.readAllLines(log);
                String notLive = records.stream().anyMatch(record -> record.startsWith(COMMIT)) ? REMOVE : ADD;
                records.stream()
                        .filter(record -> record.startsWith(notLive) && record.indexOf(',') > 0)
                        .map(record -> record.substring(notLive.length(), record.indexOf(',')))
                        .forEach(prefix -> names.add(prefix.substring(prefix.lastIndexOf('/') + 1) + DATA));
            } catch (NoSuchFileException completed) {
                // its files are live or deleted
            }
        }
        return names;
    }
}
