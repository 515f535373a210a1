package io.rafiki.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.MBeanServerConnection;

/** The compactions of a node: waiting, running and completed. */
public final class CompactionStats {

    private static final String METRICS = "org.apache.cassandra.metrics:";
    private static final String COMPACTION = METRICS + "type=Compaction,name=";
    private static final String STORAGE = METRICS + "type=Storage,name=";
    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";
    private static final String MANAGER = "org.apache.cassandra.db:type=CompactionManager";
    /** Bean of the agent with values that Cassandra does not show. */
    public static final String AGENT = "io.rafiki:type=StorageKnobs";

    private static final String COUNT = "Count";
    private static final String VALUE = "Value";
    private static final double MEBIBYTE = 1 << 20;

    /** A data file in Cassandra's list of a compaction's inputs. */
    private static final Pattern INPUT = Pattern.compile("path='([^']+)'");

    private final MBeans beans;

    /** Whether Cassandra counts the bytes on disk, as since 5.0.9. Other releases count uncompressed bytes only. */
    private boolean countsOnDisk = true;

    /** Uncompressed bytes that were counted, and the estimate of their bytes on disk. */
    private long uncompressed;

    private double scaled;

    /** @param node the platform MBean server inside the node's JVM, or a remote JMX connection */
    public CompactionStats(MBeanServerConnection node) {
        this.beans = new MBeans(node);
    }

    /**
     * The node's estimate of pending and running compactions over all tables. The node iterates its tables for this, so read it at most
     * once per second.
     */
    public int pending() throws NodeException {
        return number(COMPACTION + "PendingTasks", VALUE).intValue();
    }

    /** The estimate for some tables. It costs as much as {@link #pending()}. */
    public int pending(List<TableName> tables) throws NodeException {
        Object waiting = beans.get(COMPACTION + "PendingTasksByTableName", VALUE);
        int sum = 0;
        for (TableName table : tables) {
            if (waiting instanceof Map<?, ?> keyspaces
                    && keyspaces.get(table.keyspace()) instanceof Map<?, ?> byTable
                    && byTable.get(table.table()) instanceof Number number) {
                sum += number.intValue();
            }
        }
        return sum;
    }

    /** The running compactions, and the other tasks of the compaction manager. */
    public List<RunningCompaction> running() throws NodeException {
        List<RunningCompaction> running = new ArrayList<>();
        for (Object each : (List<?>) beans.get(MANAGER, "Compactions")) {
            running.add(running((Map<?, ?>) each));
        }
        return running;
    }

    /**
     * Bytes on disk that compactions have read since the node's start, including those of running ones.
     *
     * @param tables that compactions read; their compression scales uncompressed bytes
     */
    public synchronized long compacted(List<RunningCompaction> running, List<TableName> tables) throws NodeException {
        long open = running.stream().mapToLong(RunningCompaction::completed).sum();
        if (countsOnDisk) {
            try {
                return open
                        + number(COMPACTION + "CompressedBytesCompacted", COUNT).longValue();
            } catch (NodeException unknown) {
                if (!(unknown.failure() instanceof NodeFailure.MbeanMissing)) {
                    throw unknown;
                }
                countsOnDisk = false;
            }
        }
        long now = open + number(COMPACTION + "BytesCompacted", COUNT).longValue();
        if (now != uncompressed) {
            // only the growth is scaled, because the ratio changes with the data
            scaled += (now - uncompressed) * compression(active(running, tables));
            uncompressed = now;
        }
        return Math.round(scaled);
    }

    /** Those of some tables that running compactions read; all of them if there are none. */
    private static List<TableName> active(List<RunningCompaction> running, List<TableName> tables) {
        Set<String> names = new HashSet<>();
        running.forEach(compaction -> names.add(compaction.table()));
        List<TableName> active = tables.stream()
                .filter(table -> names.contains(table.toString()))
                .toList();
        return active.isEmpty() ? tables : active;
    }

    /** Bytes on disk for each uncompressed byte of some tables; that of all the node's data if it is unknown. */
    private double compression(List<TableName> tables) {
        double disk = 0;
        double data = 0;
        try {
            for (TableName table : tables.stream().distinct().toList()) {
                double bytes = ofTable(table, "LiveDiskSpaceUsed", COUNT).doubleValue();
                disk += bytes;
                data += bytes / compression(table);
            }
        } catch (NodeException unknown) {
            return compression();
        }
        return data > 0 ? disk / data : compression();
    }

    /** The same of one table. Cassandra reports a negative ratio for a table without compression. */
    private double compression(TableName table) throws NodeException {
        double ratio = ofTable(table, "CompressionRatio", VALUE).doubleValue();
        return ratio > 0 ? ratio : 1;
    }

    /** The same of the node's data; 1 if it is unknown. */
    private double compression() {
        try {
            double disk = number(STORAGE + "Load", COUNT).doubleValue();
            double data = number(STORAGE + "UncompressedLoad", COUNT).doubleValue();
            return disk > 0 && data > 0 ? disk / data : 1;
        } catch (NodeException unknown) {
            return 1;
        }
    }

    /** Bytes of the tables' live sstables on disk, with all of their components. */
    public long liveBytes(List<TableName> tables) throws NodeException {
        long sum = 0;
        for (TableName table : tables) {
            sum += ofTable(table, "LiveDiskSpaceUsed", COUNT).longValue();
        }
        return sum;
    }

    /**
     * Mean bytes on disk of a flush of each table to one disk; 0 before the first flush. Tables whose metrics are unknown are missing.
     *
     * <p>The agent reports the mean that the unified strategy uses. Without the agent, the table's counters give one that is less exact:
     * they count bytes before compression, which the present compression ratio scales, and flushes of empty memtables and to all disks.
     */
    public Map<TableName, Double> flushed(List<TableName> tables) {
        Map<TableName, Double> all = new HashMap<>();
        for (TableName table : tables) {
            try {
                all.put(table, flushed(table));
            } catch (NodeException unknown) {
                // as before the first flush
            }
        }
        return all;
    }

    private double flushed(TableName table) throws NodeException {
        try {
            if (beans.call(AGENT, "flushedBytes", table.toString()) instanceof Number mean) {
                return mean.doubleValue();
            }
        } catch (NodeException withoutAgent) {
            // the counters of the table follow
        }
        double bytes = ofTable(table, "BytesFlushed", COUNT).doubleValue();
        double flushes = ofTable(table, "MemtableSwitchCount", COUNT).doubleValue();
        return bytes / Math.max(1, flushes) * compression(table);
    }

    /** The throughput limit of all compactions together, in bytes per second; empty without a limit. */
    public OptionalDouble throttle() throws NodeException {
        double mebibytes = throughput().doubleValue();
        return mebibytes > 0 ? OptionalDouble.of(mebibytes * MEBIBYTE) : OptionalDouble.empty();
    }

    /** The exact limit; the rounded one on a node without it, where 0.4 is 0. */
    private Number throughput() throws NodeException {
        Optional<Object> exact = beans.find(STORAGE_SERVICE, "CompactionThroughtputMibPerSecAsDouble");
        return exact.isPresent() && exact.get() instanceof Number number
                ? number
                : number(STORAGE_SERVICE, "CompactionThroughputMbPerSec");
    }

    /** Maximum number of parallel compactions. */
    public int compactors() throws NodeException {
        return number(STORAGE_SERVICE, "ConcurrentCompactors").intValue();
    }

    /** The facts that a rewrite of some tables depends on. */
    public RewriteReading reading(List<TableName> tables, DiskSpace.Source disks) throws NodeException {
        List<RunningCompaction> running = running();
        List<DataDisk> present = disks.disks(tables);
        return new RewriteReading(
                tables,
                present,
                running,
                pending(tables),
                compacted(running, tables),
                compactors(),
                componentFactor(tables, present));
    }

    /** As {@link RewriteReading#componentFactor}; 1 if the node does not report it. */
    private double componentFactor(List<TableName> tables, List<DataDisk> disks) {
        long data = disks.stream().mapToLong(DataDisk::live).sum();
        try {
            long all = liveBytes(tables.stream().distinct().toList());
            return data == 0 ? 1 : Math.max(1, (double) all / data);
        } catch (NodeException unknown) {
            return 1;
        }
    }

    /**
     * Compacts some data files of a table together and waits for the end. Cassandra skips a file that was replaced meanwhile.
     *
     * @throws NodeException if the node refuses
     */
    public void compact(TrialFiles files) throws NodeException {
        beans.call(MANAGER, "forceUserDefinedCompaction", String.join(",", files.paths()));
    }

    /** Stops running compactions. Their inputs stay live, and their incomplete outputs are deleted. */
    public void stop(List<RunningCompaction> running) throws NodeException {
        for (RunningCompaction compaction : running) {
            beans.call(MANAGER, "stopCompactionById", compaction.id());
        }
    }

    private static RunningCompaction running(Map<?, ?> facts) {
        double total = number(facts, "total");
        double onDisk = number(facts, "totalCompressed");
        double scale = !"bytes".equals(facts.get("unit")) ? 0 : onDisk > 0 && total > 0 ? onDisk / total : 1;
        Set<String> inputs = new HashSet<>();
        Matcher paths = INPUT.matcher(text(facts, "sstables"));
        while (paths.find()) {
            inputs.add(DiskSpace.key(Path.of(paths.group(1))));
        }
        return new RunningCompaction(
                text(facts, "compactionId"),
                text(facts, "keyspace") + "." + text(facts, "columnfamily"),
                text(facts, "taskType"),
                Math.round(scale * number(facts, "completed")),
                Math.round(scale * total),
                inputs);
    }

    private static String text(Map<?, ?> facts, String name) {
        Object found = facts.get(name);
        return found == null ? "" : found.toString();
    }

    /** Cassandra gives numbers as texts; 0 for another text. */
    private static double number(Map<?, ?> facts, String name) {
        String found = text(facts, name);
        return found.matches("\\d{1,18}") ? Long.parseLong(found) : 0;
    }

    private Number ofTable(TableName table, String metric, String attribute) throws NodeException {
        return number(
                METRICS + "type=Table,keyspace=" + table.keyspace() + ",scope=" + table.table() + ",name=" + metric,
                attribute);
    }

    private Number number(String bean, String attribute) throws NodeException {
        Object found = beans.get(bean, attribute);
        if (found instanceof Number number) {
            return number;
        }
        throw new NodeException(new NodeFailure.NotNumeric(bean + " " + attribute, String.valueOf(found)));
    }
}
