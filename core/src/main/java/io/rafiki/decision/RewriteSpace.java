package io.rafiki.decision;

import io.rafiki.decision.RewriteAbort.DiskRunsOut;
import io.rafiki.decision.RewriteObstacle.DiskShort;
import io.rafiki.node.DataDisk;
import io.rafiki.node.RewriteReading;
import io.rafiki.node.RunningCompaction;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The disk space that a rewrite needs, on each disk separately.
 *
 * <p>A compaction deletes its inputs at its end, and the largest one of a rewrite can contain a whole table. So the tables that are
 * compacted at the same time need their size once more, as do the files that a snapshot or a backup links to, which stay on the disk. The
 * other components of an sstable, such as indexes, need space in proportion to its data file.
 */
final class RewriteSpace {

    /** Share of a disk that must be free before a rewrite. */
    private static final double BEFORE = 0.2;

    /** Share of a disk that must stay free during a rewrite. */
    private static final double DURING = 0.1;

    private RewriteSpace() {}

    /** The disk that lacks the space for a rewrite; empty if none does. */
    static Optional<DiskShort> shortage(RewriteReading reading) {
        for (DataDisk disk : reading.disks()) {
            long required = Math.max(share(disk, BEFORE), written(disk, reading) + share(disk, DURING));
            if (disk.live() > 0 && disk.free() < required) {
                long tables = Math.round(reading.componentFactor() * disk.live());
                long pinned = Math.round(reading.componentFactor() * disk.pinned());
                return Optional.of(
                        new DiskShort(disk.directory(), disk.free(), disk.total(), required, tables, pinned));
            }
        }
        return Optional.empty();
    }

    /** Upper limit of the bytes that a rewrite adds to a disk before it deletes as many. */
    private static long written(DataDisk disk, RewriteReading reading) {
        Map<String, Long> tables = new HashMap<>();
        disk.sstables().forEach((file, bytes) -> tables.merge(DataDisk.tableOf(file), bytes, Long::sum));
        long together = tables.values().stream()
                .sorted(Comparator.reverseOrder())
                .limit(reading.compactors())
                .mapToLong(Long::longValue)
                .sum();
        return Math.round(reading.componentFactor() * Math.min(disk.live(), together + disk.pinned()));
    }

    /** The disk that is too full to continue a rewrite; empty if none is. */
    static Optional<DiskRunsOut> exhaustion(RewriteReading reading) {
        for (DataDisk disk : reading.disks()) {
            long floor = Math.max(share(disk, DURING), unwritten(disk, reading));
            if (disk.live() > 0 && disk.free() < floor) {
                return Optional.of(new DiskRunsOut(disk.directory(), disk.free(), disk.total(), floor));
            }
        }
        return Optional.empty();
    }

    /** Upper limit of the bytes that running compactions with inputs on a disk will still write to it. */
    private static long unwritten(DataDisk disk, RewriteReading reading) {
        double sum = 0;
        for (RunningCompaction compaction : reading.ours()) {
            long inputs = compaction.inputs().stream()
                    .mapToLong(input -> disk.sstables().getOrDefault(input, 0L))
                    .sum();
            sum += inputs * (1 - compaction.share());
        }
        return Math.round(reading.componentFactor() * sum);
    }

    private static long share(DataDisk disk, double share) {
        return Math.round(share * disk.total());
    }
}
