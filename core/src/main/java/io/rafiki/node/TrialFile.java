package io.rafiki.node;

import java.util.Comparator;
import java.util.Optional;

/**
 * A data file for a trial compaction.
 *
 * @param path absolute path
 * @param key its name, as in {@link DataDisk#sstables}
 * @param bytes its size
 */
public record TrialFile(String path, String key, long bytes) {

    private static final long MEBIBYTE = 1 << 20;

    /** Sizes in bytes: the smallest that shows a rate, the best, and the largest that is compacted. */
    private static final long SMALLEST = MEBIBYTE;

    private static final long BEST = 128 * MEBIBYTE;
    private static final long LARGEST = 256 * MEBIBYTE;

    /** The most suitable file that no compaction uses; empty if there is none. */
    public static Optional<TrialFile> of(RewriteReading reading) {
        return reading.disks().stream()
                .flatMap(disk -> disk.sstables().entrySet().stream()
                        .map(file ->
                                new TrialFile(disk.directory() + "/" + file.getKey(), file.getKey(), file.getValue())))
                .filter(file -> file.bytes >= SMALLEST && file.bytes <= LARGEST)
                .filter(file -> reading.running().stream()
                        .noneMatch(task -> task.inputs().contains(file.key)))
                .min(Comparator.<TrialFile>comparingDouble(file -> Math.abs(Math.log((double) file.bytes / BEST)))
                        .thenComparing(TrialFile::key));
    }
}
