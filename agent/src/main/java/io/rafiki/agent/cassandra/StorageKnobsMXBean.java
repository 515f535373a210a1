package io.rafiki.agent.cassandra;

/**
 * The setters that Cassandra lacks, as {@code io.rafiki:type=StorageKnobs}.
 *
 * <p>What is set here is lost when the node restarts, as with every knob that is set over JMX.
 */
public interface StorageKnobsMXBean {

    /** file_cache_size in MiB as cassandra.yaml counts it; -1 if the chunk cache is off. */
    int getFileCacheSizeInMiB();

    /**
     * Sets file_cache_size.
     *
     * @param size 40 to what the JVM may take as direct memory; -1 only while the chunk cache is off already
     * @throws IllegalArgumentException if out of range
     * @throws IllegalStateException if the chunk cache is off: it changes between off and on at the next start only
     */
    void setFileCacheSizeInMiB(int size);

    /** MiB of file chunks that the chunk cache holds now; 0 if it is off. */
    double getFileCacheUsedInMiB();

    /** MiB that the chunk cache's buffer pool has taken from the system; it never gives any back. */
    double getFileCachePoolInMiB();

    /** Share of the memtable space at which the largest memtable is flushed. */
    double getMemtableCleanupThreshold();

    /**
     * Sets memtable_cleanup_threshold.
     *
     * @param threshold 0.05 to 0.8
     * @throws IllegalArgumentException if out of range: from 1 on no memtable is flushed and all writes stand still
     */
    void setMemtableCleanupThreshold(double threshold);

    /** memtable_heap_space in MiB. */
    double getMemtableHeapSpaceInMiB();

    /** MiB of memtable_heap_space in use. */
    double getMemtableHeapUsedInMiB();
}
