package io.rafiki.control;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The data files of the table of a {@link LoneNode}, and the compactions that replace them. The files are sparse. */
final class RewriteFiles {

    static final long BYTES = 512_000_000;

    private static final int FILES_OF_OTHERS = 4;

    private final LoneNode node;
    private final Path table;
    private int generation = 1;

    RewriteFiles(LoneNode node, Path directory) throws IOException {
        this.node = node;
        table = directory.resolve("ycsb/usertable-1b255f4def2540a60000000000000005");
        Files.createDirectories(table);
        node.storageService.values.put("AllDataFileLocations", new String[] {directory.toString()});
        write(current(), BYTES);
    }

    /** Creates another table with four files of one size. */
    void addTable(String name, long bytes) throws IOException {
        Path folder = Files.createDirectories(table.resolveSibling(name + "-1b255f4def2540a60000000000000006"));
        for (int i = 1; i <= FILES_OF_OTHERS; i++) {
            write(folder.resolve("nb-" + i + "-big-Data.db"), bytes / FILES_OF_OTHERS);
        }
    }

    Path current() {
        return table.resolve("nb-" + generation + "-big-Data.db");
    }

    /** The present file has another size. */
    void resize(long bytes) throws IOException {
        write(current(), bytes);
        node.liveBytes.values.put("Count", bytes);
    }

    /** A compaction has read the present file to its end. */
    void hasRead() {
        long bytes = current().toFile().length();
        node.compactedBytes.values.merge("Count", bytes, (old, more) -> (Long) old + (Long) more);
    }

    /** A compaction of the present file has read a share of it. */
    void compacts(double share) {
        node.compactions.values.put(
                "Compactions", List.of(task("Compaction", share, "BigTableReader:big(path='" + current() + "')")));
    }

    /** A compaction of the present file runs at the same time as another task. */
    void compactsWith(String other) {
        node.compactions.values.put(
                "Compactions",
                List.of(task("Compaction", 0, "BigTableReader:big(path='" + current() + "')"), task(other, 0.5, "")));
    }

    /** A compaction of files that were flushed after the change. */
    void compactsFlushedData() {
        node.compactions.values.put(
                "Compactions",
                List.of(task(
                        "Compaction", 0.5, "BigTableReader:big(path='" + table.resolve("nb-900-big-Data.db") + "')")));
    }

    /** Another task of the compaction manager runs on the table. */
    void runs(String task) {
        node.compactions.values.put("Compactions", List.of(task(task, 0.5, "")));
    }

    /** The compactions replace all old files. */
    void complete() throws IOException {
        Files.delete(current());
        generation++;
        write(current(), BYTES);
        node.compactions.values.put("Compactions", List.of());
    }

    /** A snapshot links to the present file. */
    void snapshot() throws IOException {
        Path folder = Files.createDirectories(table.resolve("snapshots/before"));
        Files.createLink(folder.resolve(current().getFileName()), current());
    }

    private static Map<String, String> task(String task, double share, String inputs) {
        return Map.of(
                "compactionId",
                "5b7ea510-c8a5-11f0-9b2c-000000000001",
                "keyspace",
                "ycsb",
                "columnfamily",
                "usertable",
                "taskType",
                task,
                "unit",
                "bytes",
                "completed",
                Long.toString(Math.round(2 * share * BYTES)),
                "total",
                Long.toString(2 * BYTES),
                "totalCompressed",
                Long.toString(BYTES),
                "sstables",
                inputs);
    }

    private static void write(Path file, long bytes) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(bytes);
        } catch (IOException tooLarge) {
            // under a limit of the size of files, the table is empty
        }
    }
}
