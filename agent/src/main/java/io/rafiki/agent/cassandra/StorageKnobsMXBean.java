package io.rafiki.agent.cassandra;

/**
 * The setters and readings that Cassandra lacks, as {@code io.rafiki:type=StorageKnobs}.
 *
 * <p>Like all JMX changes, these are lost at a restart.
 */
public interface StorageKnobsMXBean {

    /** file_cache_size in MiB as in cassandra.yaml; -1 if the chunk cache is off. */
    int getFileCacheSizeInMiB();

    /**
     * Sets file_cache_size.
     *
     * @param size 40 up to the JVM's direct memory limit; -1 only if the chunk cache is already off
     * @throws IllegalArgumentException if the size is out of range
     * @throws IllegalStateException if the chunk cache is off: on/off changes only at the next start
     */
    void setFileCacheSizeInMiB(int size);

    /** Present size of the chunk cache in MiB; 0 if it is off. */
    double getFileCacheUsedInMiB();

    /** Memory of the chunk cache's buffer pool in MiB; the pool never shrinks. */
    double getFileCachePoolInMiB();

    /** key_cache_size in MiB as in cassandra.yaml; 0 if the key cache is off. */
    int getKeyCacheSizeInMiB();

    /**
     * Sets key_cache_size. A smaller cache discards keys at once.
     *
     * @param size 0 up to half of the heap
     * @throws IllegalArgumentException if the size is out of range
     */
    void setKeyCacheSizeInMiB(int size);

    /** Share of the memtable space at which the largest memtable is flushed. */
    double getMemtableCleanupThreshold();

    /**
     * Sets memtable_cleanup_threshold.
     *
     * @param threshold 0.05 to 0.8
     * @throws IllegalArgumentException if the threshold is out of range: at 1 and above no memtable is flushed and all writes block
     */
    void setMemtableCleanupThreshold(double threshold);

    /** memtable_heap_space in MiB. */
    double getMemtableHeapSpaceInMiB();

    /** MiB of memtable_heap_space in use. */
    double getMemtableHeapUsedInMiB();

    /**
     * Moving mean of the bytes on disk of a flush to one disk, as UnifiedCompactionStrategy uses it; 0 before the first flush.
     *
     * @param table keyspace.table
     */
    double flushedBytes(String table);

    /**
     * Whether a task of the node, such as TRUNCATE or the begin of a repair, pauses the compactions of a table.
     *
     * @param table keyspace.table
     */
    boolean compactionPaused(String table);

    /**
     * The compaction option in a table's schema as a JSON object. A value that JMX set on this node alone is not in it.
     *
     * @param table keyspace.table
     * @throws IllegalArgumentException if there is no such table
     */
    String compactionInSchema(String table);
}
