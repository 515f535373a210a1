package io.rafiki.node;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Data files of one table on one disk for a trial compaction. Several files are merged where they fit, because a merge needs more processor
 * time per byte than a copy of one file, and a rewrite merges. Otherwise one file of a suitable size is compacted alone.
 *
 * @param paths absolute paths
 * @param keys their names, as in {@link DataDisk#sstables}
 * @param bytes sum of their sizes
 */
public record TrialFiles(List<String> paths, Set<String> keys, long bytes) {

    private static final long MEBIBYTE = 1 << 20;

    /** Sizes in bytes: the smallest that shows a rate, the smallest file that is compacted alone, the best, and the largest. */
    private static final long SMALLEST = MEBIBYTE;

    private static final long ALONE = 64 * MEBIBYTE;
    private static final long BEST = 192 * MEBIBYTE;
    private static final long LARGEST = 256 * MEBIBYTE;

    /** Largest share of a table's files that are merged. */
    private static final double MOST = 0.5;

    public TrialFiles {
        paths = List.copyOf(paths);
        keys = Set.copyOf(keys);
    }

    /** The most suitable files that no compaction uses; empty if there are none. */
    public static Optional<TrialFiles> of(RewriteReading reading) {
        Set<String> inUse = new HashSet<>();
        reading.running().forEach(task -> inUse.addAll(task.inputs()));
        List<TrialFiles> candidates = new ArrayList<>();
        for (DataDisk disk : reading.disks()) {
            Map<String, List<TrialFiles>> tables = new TreeMap<>();
            disk.sstables().forEach((key, bytes) -> {
                if (bytes <= LARGEST && !inUse.contains(key)) {
                    tables.computeIfAbsent(DataDisk.tableOf(key), none -> new ArrayList<>())
                            .add(new TrialFiles(List.of(disk.directory() + "/" + key), Set.of(key), bytes));
                }
            });
            tables.values().forEach(files -> candidates.add(ofTable(files)));
        }
        return candidates.stream()
                .filter(files -> files.bytes >= SMALLEST)
                .min(Comparator.comparingDouble(TrialFiles::distance).thenComparing(files -> files.paths.get(0)));
    }

    /** Files of all sizes together, or a single file: the rate in bytes depends on the size of the rows, and that on the file. */
    private static TrialFiles ofTable(List<TrialFiles> files) {
        files.sort(Comparator.comparingLong(TrialFiles::bytes).thenComparing(file -> file.paths.get(0)));
        TrialFiles merged = spread(files);
        if (merged.paths.size() > 1 && merged.bytes >= ALONE) {
            return merged;
        }
        return files.stream()
                .filter(file -> file.bytes >= ALONE)
                .min(Comparator.comparingDouble(TrialFiles::distance))
                .orElse(merged);
    }

    /** Files at equal distances in the order of their sizes, with about the best sum. At least half of a table remains for its rewrite. */
    private static TrialFiles spread(List<TrialFiles> files) {
        double all = files.stream().mapToLong(TrialFiles::bytes).sum();
        int n = files.size();
        int count = (int) Math.max(1, Math.min(Math.floor(n * MOST), Math.rint(n * BEST / all)));
        TrialFiles sum = files.get(n / (2 * count));
        for (int i = 1; i < count; i++) {
            TrialFiles file = files.get((2 * i + 1) * n / (2 * count));
            if (sum.bytes + file.bytes <= LARGEST) {
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
