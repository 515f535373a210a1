package io.rafiki.node;

import java.util.Map;

/**
 * A file system with data directories of a node. Several data directories on one file system are one disk.
 *
 * @param directory first of its data directories
 * @param free bytes that the node can still write
 * @param total bytes
 * @param sstables bytes of the live data files of some tables, by table directory and file name
 * @param unfinished bytes of the data files that Cassandra still writes, named as above
 * @param pinned bytes of the live files that stay on the disk after a compaction, because a snapshot or a backup links to them
 */
public record DataDisk(
        String directory,
        long free,
        long total,
        Map<String, Long> sstables,
        Map<String, Long> unfinished,
        long pinned) {

    public DataDisk {
        sstables = Map.copyOf(sstables);
        unfinished = Map.copyOf(unfinished);
    }

    /** A disk on which Cassandra writes no file. */
    public DataDisk(String directory, long free, long total, Map<String, Long> sstables, long pinned) {
        this(directory, free, total, sstables, Map.of(), pinned);
    }

    /** The table directory of a data file, with a slash at its end. */
    public static String tableOf(String sstable) {
        return sstable.substring(0, sstable.lastIndexOf('/') + 1);
    }

    /** Bytes of the tables' live data files. */
    public long live() {
        return sstables.values().stream().mapToLong(Long::longValue).sum();
    }
}
