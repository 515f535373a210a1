package io.rafiki.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.MBeanServerConnection;

/** The compactions of a node: waiting, running and completed. */
public final class CompactionStats {

    private static final String METRICS = "org.apache.cassandra.metrics:";
    private static final String COMPACTION = METRICS + "type=Compaction,name=";
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

    /** Cassandra counts the bytes on disk since 5.0; other versions count uncompressed bytes. */
    private String compacted = COMPACTION + "CompressedBytesCompacted";

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

    /** Bytes on disk that compactions have read since the node's start, including those of running ones. */
    public long compacted(List<RunningCompaction> running) throws NodeException {
        long open = running.stream().mapToLong(RunningCompaction::completed).sum();
        try {
            return open + number(compacted, COUNT).longValue();
        } catch (NodeException unknown) {
            if (!(unknown.failure() instanceof NodeFailure.MbeanMissing)) {
                throw unknown;
            }
            compacted = COMPACTION + "BytesCompacted";
            return open + number(compacted, COUNT).longValue();
        }
    }

    /** Bytes of the tables' live sstables on disk. */
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
        double ratio = ofTable(table, "CompressionRatio", VALUE).doubleValue();
        return bytes / Math.max(1, flushes) * (ratio > 0 ? ratio : 1);
    }

    /** The throughput limit of all compactions together, in bytes per second; empty without a limit. */
    public OptionalDouble throttle() throws NodeException {
        double mebibytes =
                number(STORAGE_SERVICE, "CompactionThroughputMbPerSec").doubleValue();
        return mebibytes > 0 ? OptionalDouble.of(mebibytes * MEBIBYTE) : OptionalDouble.empty();
    }

    /** Maximum number of parallel compactions. */
    public int compactors() throws NodeException {
        return number(STORAGE_SERVICE, "ConcurrentCompactors").intValue();
    }

    /** The facts that a rewrite of some tables depends on. */
    public RewriteReading reading(List<TableName> tables, DiskSpace.Source disks) throws NodeException {
        List<RunningCompaction> running = running();
        return new RewriteReading(
                tables, disks.disks(tables), running, pending(tables), compacted(running), compactors());
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
