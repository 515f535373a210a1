package io.rafiki.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Data files in a table's directory that are not live, as Cassandra's transaction logs list them (CASSANDRA-7066). A record is {@code
 * ADD:[PREFIX,...}, {@code REMOVE:[PREFIX,...}, {@code COMMIT:[...} or {@code ABORT:[...}; the prefix is the path of a data file without
 * {@code Data.db}.
 *
 * @param written names of files that Cassandra still writes
 * @param replaced names of files that it has replaced and not yet deleted
 */
record TransactionLogs(Set<String> written, Set<String> replaced) {

    private static final String ADD = "ADD:[";
    private static final String REMOVE = "REMOVE:[";
    private static final String COMMIT = "COMMIT:[";
    private static final String DATA = "Data.db";

    /** Reads the logs of a directory. A log that is deleted meanwhile has no such files. */
    static TransactionLogs read(List<Path> logs) throws IOException {
        Set<String> written = new HashSet<>();
        Set<String> replaced = new HashSet<>();
        for (Path log : logs) {
            try {
                List<String> records = Files.readAllLines(log);
                if (records.stream().anyMatch(record -> record.startsWith(COMMIT))) {
                    replaced.addAll(names(records, REMOVE));
                } else {
                    written.addAll(names(records, ADD));
                }
            } catch (NoSuchFileException completed) {
                // its files are live or deleted
            }
        }
        return new TransactionLogs(written, replaced);
    }

    private static List<String> names(List<String> records, String type) {
        return records.stream()
                .filter(record -> record.startsWith(type) && record.indexOf(',') > 0)
                .map(record -> record.substring(type.length(), record.indexOf(',')))
                .map(prefix -> prefix.substring(prefix.lastIndexOf('/') + 1) + DATA)
                .toList();
    }
}
