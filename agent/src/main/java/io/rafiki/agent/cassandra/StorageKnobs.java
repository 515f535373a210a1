package io.rafiki.agent.cassandra;

import io.rafiki.node.TableName;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.service.CacheService;
import org.apache.cassandra.utils.JsonUtils;

/** Registers {@code io.rafiki:type=StorageKnobs} in the node. */
public final class StorageKnobs implements StorageKnobsMXBean {

    /** The ObjectName in the knob catalogue. */
    public static final String OBJECT_NAME = "io.rafiki:type=StorageKnobs";

    private static final String WHAT = "Live setters for storage knobs that Cassandra reads from cassandra.yaml alone.";

    private static final Map<String, String> ATTRIBUTES = Map.of(
            "FileCacheSizeInMiB",
            "file_cache_size in MiB; -1 if the chunk cache is off (chunk_cache: true in rafiki.yaml, then restart).",
            "FileCacheUsedInMiB",
            "MiB of file chunks held by the chunk cache now.",
            "FileCachePoolInMiB",
            "MiB taken by the chunk cache's buffer pool; never given back, so growing the cache is paid until restart.",
            "KeyCacheSizeInMiB",
            "key_cache_size in MiB; 0 turns the key cache off.",
            "MemtableCleanupThreshold",
            "memtable_cleanup_threshold: share of the memtable space at which the largest memtable is flushed, 0.05 to 0.8.",
            "MemtableHeapSpaceInMiB",
            "memtable_heap_space in MiB.",
            "MemtableHeapUsedInMiB",
            "MiB of memtable_heap_space in use.");

    private final ChunkCacheResizer fileCache;
    private final MemtableThreshold memtables;

    private StorageKnobs(ChunkCacheResizer fileCache, MemtableThreshold memtables) {
        this.fileCache = fileCache;
        this.memtables = memtables;
    }

    /**
     * Registers the MBean. Call it after the node is up, because it loads Cassandra's storage classes.
     *
     * @throws ReflectiveOperationException if this Cassandra version has other fields
     * @throws JMException if the name is taken
     * @throws LinkageError if this Cassandra version lacks the classes
     */
    public static void register(MBeanServer server) throws ReflectiveOperationException, JMException {
        StorageKnobs knobs = new StorageKnobs(ChunkCacheResizer.ofThisNode(), MemtableThreshold.ofThisNode());
        server.registerMBean(
                new DescribedMBean<>(knobs, StorageKnobsMXBean.class, WHAT, ATTRIBUTES), new ObjectName(OBJECT_NAME));
    }

    @Override
    public int getFileCacheSizeInMiB() {
        return fileCache.sizeInMiB();
    }

    @Override
    public void setFileCacheSizeInMiB(int size) {
        fileCache.resize(size);
    }

    @Override
    public double getFileCacheUsedInMiB() {
        return inMiB(fileCache.usedBytes());
    }

    @Override
    public double getFileCachePoolInMiB() {
        return inMiB(fileCache.poolBytes());
    }

    @Override
    public int getKeyCacheSizeInMiB() {
        return (int) (CacheService.instance.keyCache.getCapacity() >> 20);
    }

    @Override
    public void setKeyCacheSizeInMiB(int size) {
        long largest = Runtime.getRuntime().maxMemory() / (2 << 20);
        if (size < 0 || size > largest) {
            throw new IllegalArgumentException(
                    "key_cache_size: expected 0.." + largest + " MiB, half of the heap, found " + size + ".");
        }
        CacheService.instance.setKeyCacheCapacityInMB(size);
    }

    @Override
    public double getMemtableCleanupThreshold() {
        return memtables.cleanupThreshold();
    }

    @Override
    public void setMemtableCleanupThreshold(double threshold) {
        memtables.setCleanupThreshold(threshold);
    }

    @Override
    public double getMemtableHeapSpaceInMiB() {
        return inMiB(memtables.heapLimit());
    }

    @Override
    public double getMemtableHeapUsedInMiB() {
        return inMiB(memtables.heapUsed());
    }

    /** The mean is not a number before the first flush. */
    @Override
    public double flushedBytes(String table) {
        ColumnFamilyStore store = store(table);
        double mean = store == null ? 0 : store.metric.flushSizeOnDisk.get();
        return mean > 0 ? mean : 0;
    }

    @Override
    public boolean compactionPaused(String table) {
        ColumnFamilyStore store = store(table);
        return store != null && !store.getCompactionStrategyManager().isActive();
    }

    @Override
    public String compactionInSchema(String table) {
        ColumnFamilyStore store = store(table);
        if (store == null) {
            throw new IllegalArgumentException(table + ": expected a table of this node, found none.");
        }
        return JsonUtils.writeAsJsonString(store.metadata().params.compaction.asMap());
    }

    private static ColumnFamilyStore store(String table) {
        TableName name = TableName.parse(table);
        return ColumnFamilyStore.getIfExists(name.keyspace(), name.table());
    }

    private static double inMiB(long bytes) {
        return bytes / 1048576.0;
    }
}
