package io.rafiki.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Data files of one table on one disk for a trial compaction. The costs of a compaction depend on the size of its rows and the number of its
 * files, so the files represent those that hold most of the table's bytes:
 *
 * <ul>
 *   <li>Files of more than 4 GiB, or without enough space, do not count. Without any other large file, small ones are all that is left.
 *   <li>Small files are merged to the end if they hold half of the bytes, or one of them is copied.
 *   <li>Otherwise large and small files are merged until enough was read, and stay as they are. The largest one is copied instead if the
 *       merge would come to its end.
 * </ul>
 *
 * @param paths absolute paths
 * @param keys their names, as in {@link DataDisk#sstables}
 * @param bytes sum of their sizes
 */
public record TrialFiles(List<String> paths, Set<String> keys, long bytes) {

    private static final long MEBIBYTE = 1 << 20;

    /** A trial compaction is stopped when it has read so many bytes, at the latest. */
    public static final long MOST_READ = 1024 * MEBIBYTE;

    /** Sizes in bytes: the smallest that shows a rate, the smallest file that is compacted alone, the best, and the largest small one. */
    private static final long SMALLEST = MEBIBYTE;

    private static final long ALONE = 64 * MEBIBYTE;
    private static final long BEST = 192 * MEBIBYTE;
    private static final long SMALL = 256 * MEBIBYTE;

    /** Largest sum of files. Cassandra reserves disk space for all of them, and a trial that is not stopped reads all of them. */
    private static final long LARGEST = 4096 * MEBIBYTE;

    /** Largest number of files of such a merge, as in Cassandra's own compactions. */
    private static final int MOST_FILES = 32;

    /** Largest share of a table's files that are merged to the end. */
    private static final double MOST = 0.5;

    /** Share of a disk that a trial leaves free. */
    private static final double FREE = 0.2;

    public TrialFiles {
        paths = List.copyOf(paths);
        keys = Set.copyOf(keys);
    }

    /** The most suitable files that no compaction uses, of the largest table; empty if there are none. */
    public static Optional<TrialFiles> of(RewriteReading reading) {
        Set<String> inUse = new HashSet<>();
        reading.running().forEach(task -> inUse.addAll(task.inputs()));
        Optional<TrialFiles> most = Optional.empty();
        long largest = 0;
        for (DataDisk disk : reading.disks()) {
            long space = disk.free() - Math.round(FREE * disk.total());
            long room = Math.min(LARGEST, (long) (space / reading.componentFactor()));
            for (List<TrialFiles> table : unused(disk, inUse)) {
                long bytes = sum(table);
                Optional<TrialFiles> files = ofTable(table, room);
                if (bytes > largest && files.isPresent()) {
                    most = files;
                    largest = bytes;
                }
            }
        }
        return most;
    }

    /** The files of each table, in the order of their sizes. */
    private static Collection<List<TrialFiles>> unused(DataDisk disk, Set<String> inUse) {
        Map<String, List<TrialFiles>> tables = new TreeMap<>();
        disk.sstables().forEach((key, bytes) -> {
            if (!inUse.contains(key)) {
                tables.computeIfAbsent(DataDisk.tableOf(key), none -> new ArrayList<>())
                        .add(new TrialFiles(List.of(disk.directory() + "/" + key), Set.of(key), bytes));
            }
        });
        tables.values()
                .forEach(files -> files.sort(
                        Comparator.comparingLong(TrialFiles::bytes).thenComparing(file -> file.paths.get(0))));
        return tables.values();
    }

    /** The files of a table, with a sum of at most {@code room}; empty if there are none. */
    private static Optional<TrialFiles> ofTable(List<TrialFiles> table, long room) {
        List<TrialFiles> files =
                table.stream().filter(file -> file.bytes <= room).toList();
        List<TrialFiles> small =
                files.stream().filter(file -> file.bytes <= SMALL).toList();
        if (files.isEmpty()) {
            return Optional.empty();
        }
        boolean hasLarge = small.size() < files.size();
        return Optional.of(sum(small) >= MOST * sum(table) || !hasLarge ? toTheEnd(small) : inPart(files, room))
                .filter(chosen -> chosen.bytes >= SMALLEST && chosen.bytes <= room);
    }

    /** Files of all sizes together, or a single file. */
    private static TrialFiles toTheEnd(List<TrialFiles> files) {
        TrialFiles merged = spread(files);
        if (merged.paths.size() > 1 && merged.bytes >= ALONE) {
            return merged;
        }
        return files.stream()
                .filter(file -> file.bytes >= ALONE)
                .min(Comparator.comparingDouble(TrialFiles::distance))
                .orElse(merged);
    }

    /** The largest file, and every second one of the others while they fit. */
    private static TrialFiles inPart(List<TrialFiles> files, long room) {
        TrialFiles largest = files.get(files.size() - 1);
        TrialFiles sum = largest;
        for (int i = files.size() - 3; i >= 0 && sum.paths.size() < MOST_FILES; i -= 2) {
            if (sum.bytes + files.get(i).bytes <= room) {
                sum = sum.with(files.get(i));
            }
        }
        return sum.bytes > MOST_READ ? sum : largest;
    }

    /** Files at equal distances in the order of their sizes, with about the best sum. At least half of a table remains for its rewrite. */
    private static TrialFiles spread(List<TrialFiles> files) {
        double all = sum(files);
        int n = files.size();
        int count = (int) Math.max(1, Math.min(Math.floor(n * MOST), Math.rint(n * BEST / all)));
        TrialFiles sum = files.get(n / (2 * count));
        for (int i = 1; i < count; i++) {
            TrialFiles file = files.get((2 * i + 1) * n / (2 * count));
            if (sum.bytes + file.bytes <= SMALL) {
                sum = sum.with(file);
            }
        }
        return sum;
    }

    /**
     * Whether a task compacts them or a part of them. Cassandra compacts repaired and unrepaired files one after the other, and skips a
     * file that was replaced meanwhile.
     */
    public boolean areCompactedBy(RunningCompaction task) {
        return task.isAutomatic() && !task.inputs().isEmpty() && keys.containsAll(task.inputs());
    }

    /** The table of the files. */
    public TableName table() {
        String folder = DataDisk.tableOf(keys.iterator().next());
        return TableName.parse(folder.substring(0, folder.lastIndexOf('-')).replace('/', '.'));
    }

    private static long sum(List<TrialFiles> files) {
        return files.stream().mapToLong(TrialFiles::bytes).sum();
    }

    /** Bytes that a trial reads at most. */
    public long read() {
        return Math.min(bytes, MOST_READ);
    }

    private TrialFiles with(TrialFiles other) {
        List<String> allPaths = new ArrayList<>(paths);
        allPaths.addAll(other.paths);
        Set<String> allKeys = new HashSet<>(keys);
        allKeys.addAll(other.keys);
        return new TrialFiles(allPaths, allKeys, bytes + other.bytes);
    }

    private double distance() {
        return Math.abs(Math.log((double) bytes / BEST));
    }
}
