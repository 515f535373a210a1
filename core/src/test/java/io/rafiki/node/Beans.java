package io.rafiki.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** MBeans with the names, attributes and habits of a node's, as far as knobs go; what they hold is seen by the tests. */
final class Beans {

    private Beans() {}

    public interface PoolMBean {
        int getMaximumPoolSize();

        void setMaximumPoolSize(int size);

        int getCorePoolSize();

        void setCorePoolSize(int size);
    }

    /** A thread pool that refuses a core above its maximum. */
    static final class Pool implements PoolMBean {
        final List<String> writes = new ArrayList<>();
        int maximum;
        int core = 1;
        boolean deaf;

        Pool(int size) {
            maximum = size;
        }

        @Override
        public int getMaximumPoolSize() {
            return maximum;
        }

        @Override
        public void setMaximumPoolSize(int size) {
            writes.add("maximum=" + size);
            if (size < core) {
                throw new IllegalArgumentException("maximum below core");
            }
            maximum = deaf ? maximum : size;
        }

        @Override
        public int getCorePoolSize() {
            return core;
        }

        @Override
        public void setCorePoolSize(int size) {
            writes.add("core=" + size);
            if (size > maximum) {
                throw new IllegalArgumentException("core above maximum");
            }
            core = size;
        }
    }

    public interface StorageServiceMBean {
        int getConcurrentCompactors();

        void setConcurrentCompactors(int number);

        int getCompactionThroughputMbPerSec();

        void setCompactionThroughputMbPerSec(int rate);

        double getCompactionThroughtputMibPerSecAsDouble();

        Map<String, Boolean> getAutoCompactionStatus(String keyspace, String... tables);

        void enableAutoCompaction(String keyspace, String... tables);
    }

    static final class StorageService implements StorageServiceMBean {
        final List<String> submitted = new ArrayList<>();
        final List<String> off = new ArrayList<>();
        int compactors = 2;
        double throughput = 64;
        boolean isBusy;

        @Override
        public int getConcurrentCompactors() {
            return compactors;
        }

        @Override
        public void setConcurrentCompactors(int number) {
            if (number == 3) {
                throw new IllegalArgumentException("three is\nnot to my taste");
            }
            compactors = number;
        }

        @Override
        public int getCompactionThroughputMbPerSec() {
            return (int) Math.round(throughput);
        }

        @Override
        public double getCompactionThroughtputMibPerSecAsDouble() {
            if (isBusy) {
                throw new IllegalStateException("busy");
            }
            return throughput;
        }

        @Override
        public void setCompactionThroughputMbPerSec(int rate) {
            throughput = rate;
        }

        @Override
        public Map<String, Boolean> getAutoCompactionStatus(String keyspace, String... tables) {
            Map<String, Boolean> status = new TreeMap<>();
            for (String table : tables) {
                status.put(table, off.contains(keyspace + "." + table));
            }
            return status;
        }

        @Override
        public void enableAutoCompaction(String keyspace, String... tables) {
            for (String table : tables) {
                submitted.add(keyspace + "." + table);
            }
        }
    }

    public interface TableMBean {
        String getCompactionParametersJson();

        void setCompactionParametersJson(String json);

        String getCompressionParametersJson();

        void setCompressionParametersJson(String json);
    }

    static final class Table implements TableMBean {
        String json;
        String compression =
                "{\"chunk_length_in_kb\":\"16\",\"class\":\"org.apache.cassandra.io.compress.LZ4Compressor\"}";
        String refuses = "nothing";

        Table(String json) {
            this.json = json;
        }

        @Override
        public String getCompactionParametersJson() {
            return json;
        }

        @Override
        public void setCompactionParametersJson(String json) {
            if (json.contains(refuses)) {
                throw new IllegalArgumentException("Could not set new local compaction strategy: no");
            }
            this.json = json;
        }

        @Override
        public String getCompressionParametersJson() {
            return compression;
        }

        @Override
        public void setCompressionParametersJson(String json) {
            compression = json;
        }
    }

    public interface MetricMBean {
        long getCount();

        double get99thPercentile();

        int getValue();

        long getProcessCpuTime();
    }

    /** A counter, with the attributes of all other metrics too. */
    static final class Metric implements MetricMBean {
        long count;
        boolean isBusy;

        @Override
        public long getCount() {
            if (isBusy) {
                throw new IllegalStateException("busy");
            }
            return count;
        }

        @Override
        public double get99thPercentile() {
            return 0;
        }

        @Override
        public int getValue() {
            return 0;
        }

        @Override
        public long getProcessCpuTime() {
            return 0;
        }
    }

    public interface StorageKnobsMBean {
        int getFileCacheSizeInMiB();

        void setFileCacheSizeInMiB(int size);

        int getKeyCacheSizeInMiB();

        void setKeyCacheSizeInMiB(int size);

        double getMemtableCleanupThreshold();

        void setMemtableCleanupThreshold(double threshold);

        boolean compactionPaused(String table);

        String compactionInSchema(String table);
    }

    static final class StorageKnobs implements StorageKnobsMBean {
        int cache = -1;
        int keys = 51;
        float threshold = 1 / 3f;
        final Set<String> paused = new HashSet<>();
        final Map<String, String> schema = new HashMap<>();

        @Override
        public int getFileCacheSizeInMiB() {
            return cache;
        }

        @Override
        public void setFileCacheSizeInMiB(int size) {
            cache = size;
        }

        @Override
        public int getKeyCacheSizeInMiB() {
            return keys;
        }

        @Override
        public void setKeyCacheSizeInMiB(int size) {
            keys = size;
        }

        @Override
        public double getMemtableCleanupThreshold() {
            return threshold;
        }

        @Override
        public void setMemtableCleanupThreshold(double threshold) {
            this.threshold = (float) threshold;
        }

        @Override
        public boolean compactionPaused(String table) {
            return paused.contains(table);
        }

        @Override
        public String compactionInSchema(String table) {
            return schema.get(table);
        }
    }
}
