package io.rafiki.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The facts about a node that a rewrite of data depends on, at one moment.
 *
 * @param tables tables that are tuned
 * @param disks with the tables' data files
 * @param running compactions of all tables
 * @param pending compactions of the tuned tables that wait or run, as their strategies estimate
 * @param compacted bytes on disk that compactions of all tables have read since the node's start
 * @param compactors maximum number of parallel compactions
 * @param componentFactor bytes of all components of the tables' sstables, such as indexes, for each byte of their data files; at least 1
 */
public record RewriteReading(
        List<TableName> tables,
        List<DataDisk> disks,
        List<RunningCompaction> running,
        int pending,
        long compacted,
        int compactors,
        double componentFactor) {

    /** The numbers in the names of a table's data files grow. */
    private static final Comparator<String> OLDEST_FIRST =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    public RewriteReading {
        tables = List.copyOf(tables);
        disks = List.copyOf(disks);
        running = List.copyOf(running);
    }

    /** A reading of tables whose other components need no space. */
    public RewriteReading(
            List<TableName> tables,
            List<DataDisk> disks,
            List<RunningCompaction> running,
            int pending,
            long compacted,
            int compactors) {
        this(tables, disks, running, pending, compacted, compactors, 1);
    }

    /** Bytes of the tables' live and unfinished data files, by table directory and file name. */
    public Map<String, Long> sstables() {
        Map<String, Long> all = liveFiles();
        disks.forEach(disk -> all.putAll(disk.unfinished()));
        return all;
    }

    /** Bytes of the tables' live data files, named as above. */
    public Map<String, Long> liveFiles() {
        Map<String, Long> all = new HashMap<>();
        disks.forEach(disk -> all.putAll(disk.sstables()));
        return all;
    }

    /**
     * The live data files of each table on each disk. The strategies do not compact files of different disks together.
     *
     * @param flushed mean bytes of a flush of each table to one disk; 0 for a missing one
     */
    public List<TableFiles> filesByTable(Map<TableName, Double> flushed) {
        Map<String, Double> byFolder = new HashMap<>();
        flushed.forEach((table, bytes) -> byFolder.put(table.keyspace() + "/" + table.table(), bytes));
        Map<String, List<List<Long>>> byTable = new TreeMap<>();
        for (DataDisk disk : disks) {
            Map<String, List<Long>> files = new TreeMap<>();
            disk.sstables().keySet().stream().sorted(OLDEST_FIRST).forEach(file -> files.computeIfAbsent(
                            DataDisk.tableOf(file), none -> new ArrayList<>())
                    .add(disk.sstables().get(file)));
            files.forEach((folder, bytes) ->
                    byTable.computeIfAbsent(folder, none -> new ArrayList<>()).add(bytes));
        }
        List<TableFiles> all = new ArrayList<>();
        byTable.forEach((folder, parts) -> {
            double flush = byFolder.getOrDefault(folder.substring(0, folder.lastIndexOf('-')), 0.0);
            parts.forEach(bytes -> all.add(new TableFiles(bytes, flush, parts.size())));
        });
        return all;
    }

    /** Running compactions that the strategies of the tuned tables started. */
    public List<RunningCompaction> ours() {
        return ofTables().filter(RunningCompaction::isAutomatic).toList();
    }

    /** Running tasks on the tuned tables' data files that an operator or a repair started. The strategies wait for them. */
    public List<RunningCompaction> manual() {
        return ofTables()
                .filter(task -> task.isManual() && task.usesCompactor())
                .toList();
    }

    private Stream<RunningCompaction> ofTables() {
        List<String> names = tables.stream().map(TableName::toString).toList();
        return running.stream().filter(task -> names.contains(task.table()));
    }

    /** Whether a waiting compaction could start. */
    public boolean hasSpareCompactor() {
        return running.stream().filter(RunningCompaction::usesCompactor).count() < compactors;
    }
}
