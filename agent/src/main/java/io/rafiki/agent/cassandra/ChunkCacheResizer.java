package io.rafiki.agent.cassandra;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Policy.Eviction;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import org.apache.cassandra.cache.ChunkCache;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.utils.memory.BufferPool;
import org.apache.cassandra.utils.memory.BufferPools;

/**
 * Resizes the node's chunk cache and its buffer pool, which file_cache_size limits.
 *
 * <p>The pool's limit is the whole size; the cache's is the size minus the 32 MiB that Cassandra reserves. Cassandra keeps both in
 * private fields without a setter ({@code ChunkCache.setCapacity} throws). Its own gauge {@code ChunkCache Capacity} keeps showing the
 * size at start.
 */
final class ChunkCacheResizer {

    private static final int OFF = -1;
    private static final long MIB = 1L << 20;

    /** One macro chunk of the buffer pool, 8 MiB, above the reserved part. */
    private static final int LEAST = ChunkCache.RESERVED_POOL_SPACE_IN_MiB + 8;

    private final BufferPool pool;
    private final Field poolBound;

    /** The cache's limit; null if the cache is off. */
    private final Eviction<?, ?> eviction;

    private final Cache<?, ?> cache;

    private ChunkCacheResizer(BufferPool pool, Field poolBound, Cache<?, ?> cache, Eviction<?, ?> eviction) {
        this.pool = pool;
        this.poolBound = poolBound;
        this.cache = cache;
        this.eviction = eviction;
    }

    /** @throws ReflectiveOperationException if this Cassandra version has other fields */
    static ChunkCacheResizer ofThisNode() throws ReflectiveOperationException {
        Field poolBound = BufferPool.class.getDeclaredField("memoryUsageThreshold");
        poolBound.setAccessible(true);
        BufferPool pool = BufferPools.forChunkCache();
        ChunkCache node = ChunkCache.instance;
        if (node == null) {
            return new ChunkCacheResizer(pool, poolBound, null, null);
        }
        Field field = ChunkCache.class.getDeclaredField("cache");
        field.setAccessible(true);
        Cache<?, ?> cache = (Cache<?, ?>) field.get(node);
        Eviction<?, ?> eviction =
                cache.policy().eviction().orElseThrow(() -> new NoSuchFieldException("a bound of the chunk cache"));
        return new ChunkCacheResizer(pool, poolBound, cache, eviction);
    }

    int sizeInMiB() {
        return eviction == null ? OFF : (int) (eviction.getMaximum() / MIB) + ChunkCache.RESERVED_POOL_SPACE_IN_MiB;
    }

    long usedBytes() {
        return eviction == null ? 0 : eviction.weightedSize().orElse(0);
    }

    long poolBytes() {
        return pool.sizeInBytes();
    }

    /**
     * Sets both limits, the larger one first, and evicts immediately.
     *
     * @throws IllegalArgumentException if the size is out of range
     * @throws IllegalStateException if the cache is off
     */
    synchronized void resize(int size) {
        if (size == OFF && eviction == null) {
            return;
        }
        if (eviction == null) {
            throw new IllegalStateException("file_cache_size: expected the chunk cache on, found it off."
                    + " Set chunk_cache: true in rafiki.yaml and restart the node.");
        }
        int greatest = directMemoryInMiB();
        if (size < LEAST || size > greatest) {
            throw new IllegalArgumentException("file_cache_size: expected " + LEAST + ".." + greatest
                    + " MiB (the JVM's direct memory), found " + size + ".");
        }
        long cacheBound = (size - ChunkCache.RESERVED_POOL_SPACE_IN_MiB) * MIB;
        boolean grows = cacheBound > eviction.getMaximum();
        if (grows) {
            boundPool(size * MIB);
        }
        eviction.setMaximum(cacheBound);
        cache.cleanUp();
        if (!grows) {
            boundPool(size * MIB);
        }
        DatabaseDescriptor.getRawConfig().file_cache_size = new DataStorageSpec.IntMebibytesBound(size);
    }

    private void boundPool(long bytes) {
        try {
            poolBound.setLong(pool, bytes);
        } catch (IllegalAccessException refused) {
            throw new IllegalStateException(
                    "file_cache_size: the buffer pool's bound cannot be set: " + refused, refused);
        }
    }

    /** -XX:MaxDirectMemorySize; its default is the maximum heap. */
    private static int directMemoryInMiB() {
        String option = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue();
        long bytes = Long.parseLong(option);
        return (int) ((bytes == 0 ? Runtime.getRuntime().maxMemory() : bytes) / MIB);
    }
}
