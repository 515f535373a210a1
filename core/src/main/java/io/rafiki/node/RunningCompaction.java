package io.rafiki.node;

import java.util.Set;

/**
 * A running task of Cassandra's compaction manager.
 *
 * @param id by which Cassandra stops it
 * @param table {@code keyspace.table}
 * @param task type, as {@code nodetool compactionstats} shows it
 * @param completed bytes on disk that were read
 * @param total bytes on disk to read
 * @param inputs data files that it replaces, named as in {@link DataDisk#sstables}
 */
public record RunningCompaction(String id, String table, String task, long completed, long total, Set<String> inputs) {

    /** Tasks that start by themselves and compact data. */
    private static final Set<String> AUTOMATIC = Set.of("Compaction", "Tombstone Compaction");

    /** Tasks that start by themselves and use no compactor. */
    private static final Set<String> ELSEWHERE = Set.of(
            "Key cache save",
            "Row cache save",
            "Counter cache save",
            "Index summary redistribution",
            "Validation",
            "Flush",
            "Write",
            "Stream");

    /** Builds with threads of their own. */
    private static final Set<String> BUILDS = Set.of("View build", "Secondary index build");

    /** Tasks that replace each data file by a copy of its data. */
    private static final Set<String> COPIES = Set.of(
            "Cleanup",
            "Scrub",
            "Upgrade sstables",
            "Anticompaction after repair",
            "Remove deleted data",
            "Relocate sstables to correct disk");

    public RunningCompaction {
        inputs = Set.copyOf(inputs);
    }

    /** Whether the table's compaction strategy started it. */
    public boolean isAutomatic() {
        return AUTOMATIC.contains(task);
    }

    /** Whether an operator or a schema change started it, such as a cleanup, a scrub or a view build. */
    public boolean isManual() {
        return !isAutomatic() && !ELSEWHERE.contains(task);
    }

    /** Whether it replaces each data file by a copy, which the strategy has not compacted. */
    public boolean copiesFiles() {
        return COPIES.contains(task);
    }

    /** Whether it occupies one of the node's compactors. */
    public boolean usesCompactor() {
        return !ELSEWHERE.contains(task) && !BUILDS.contains(task);
    }

    /** Completed share, 0 to 1. */
    public double share() {
        return total <= 0 ? 0 : Math.min(1, (double) completed / total);
    }
}
