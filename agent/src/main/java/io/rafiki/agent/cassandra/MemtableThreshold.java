package io.rafiki.agent.cassandra;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.memtable.AbstractAllocatorMemtable;
import org.apache.cassandra.utils.memory.MemtablePool;

/**
 * The space of all memtables of the node, on-heap and off-heap, and the share of it at which the largest memtable is flushed.
 *
 * <p>Cassandra keeps the threshold in a final field and caches its product with the limit. A change must update both, trigger the
 * flusher, and wake writers that wait for space.
 */
final class MemtableThreshold {

    private static final double LEAST = 0.05;
    private static final double GREATEST = 0.8;

    private final MemtablePool pool;
    private final Field threshold;
    private final Method updateNextClean;
    private final Method maybeClean;

    private MemtableThreshold(MemtablePool pool, Field threshold, Method updateNextClean, Method maybeClean) {
        this.pool = pool;
        this.threshold = threshold;
        this.updateNextClean = updateNextClean;
        this.maybeClean = maybeClean;
    }

    /** @throws ReflectiveOperationException if this Cassandra version has other fields */
    static MemtableThreshold ofThisNode() throws ReflectiveOperationException {
        Field threshold = MemtablePool.SubPool.class.getDeclaredField("cleanThreshold");
        threshold.setAccessible(true);
        return new MemtableThreshold(
                AbstractAllocatorMemtable.MEMORY_POOL, threshold, method("updateNextClean"), method("maybeClean"));
    }

    double cleanupThreshold() {
        try {
            // through its decimal text: 0.33f is 0.33000001311302185 as a double
            return Double.parseDouble(Float.toString(threshold.getFloat(pool.onHeap)));
        } catch (IllegalAccessException refused) {
            throw unreachable(refused);
        }
    }

    long heapLimit() {
        return pool.onHeap.limit;
    }

    long heapUsed() {
        return pool.onHeap.used();
    }

    /** @throws IllegalArgumentException if the value is out of range */
    synchronized void setCleanupThreshold(double value) {
        if (!(value >= LEAST && value <= GREATEST)) {
            throw new IllegalArgumentException(
                    "memtable_cleanup_threshold: expected " + LEAST + ".." + GREATEST + ", found " + value + ".");
        }
        try {
            for (MemtablePool.SubPool part : List.of(pool.onHeap, pool.offHeap)) {
                threshold.setFloat(part, (float) value);
                updateNextClean.invoke(part);
                maybeClean.invoke(part);
                part.hasRoom().signalAll();
            }
        } catch (ReflectiveOperationException refused) {
            throw unreachable(refused);
        }
        DatabaseDescriptor.getRawConfig().memtable_cleanup_threshold = (float) value;
    }

    private static Method method(String name) throws NoSuchMethodException {
        Method method = MemtablePool.SubPool.class.getDeclaredMethod(name);
        method.setAccessible(true);
        return method;
    }

    private static IllegalStateException unreachable(ReflectiveOperationException cause) {
        return new IllegalStateException("memtable_cleanup_threshold: cannot be reached: " + cause, cause);
    }
}
