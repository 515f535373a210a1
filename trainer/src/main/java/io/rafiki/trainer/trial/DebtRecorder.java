package io.rafiki.trainer.trial;

import io.rafiki.trainer.cassandra.DatasetStore;
import io.rafiki.trainer.cassandra.NodeJmxClient;
import io.rafiki.trainer.host.ControlGroups;
import io.rafiki.trainer.host.ProcessUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Samples a node's compaction debt over JMX, and what node and client use of this machine, every five seconds. */
final class DebtRecorder implements AutoCloseable {

    static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final String TABLE =
            "type=Table,keyspace=" + DatasetStore.KEYSPACE + ",scope=" + DatasetStore.TABLE + ",name=";
    private static final double MIB = 1 << 20;

    private final NodeJmxClient management;
    private final OptionalLong node;
    private final int clientProcessors;
    private final List<DebtSample> samples = new ArrayList<>();
    private final long begin = System.nanoTime();
    private final double flushedBefore;
    private final double compactedBefore;
    private final double blockedBefore;
    private final OptionalDouble readBefore;
    private long last = begin;
    private OptionalDouble nodeCpu;
    private OptionalDouble clientCpu = OptionalDouble.empty();
    private long client;

    /**
     * @param management JMX connection of the node; closed with this object
     * @param node process id of the node; empty if it can run on another machine
     * @param clientProcessors number of processors of the client
     */
    DebtRecorder(NodeJmxClient management, OptionalLong node, int clientProcessors) throws IOException {
        this.management = management;
        this.node = node;
        this.clientProcessors = clientProcessors;
        this.flushedBefore = flushed();
        this.compactedBefore = compacted();
        this.blockedBefore = blocked();
        this.nodeCpu = node.isPresent() ? ProcessUsage.cpuSeconds(node.getAsLong()) : OptionalDouble.empty();
        this.readBefore = node.isPresent() ? ProcessUsage.readBytes(node.getAsLong()) : OptionalDouble.empty();
    }

    /** Takes a sample if the last one is old enough. */
    void look(TrialPhase phase, long client) throws IOException {
        if (System.nanoTime() - last >= INTERVAL.toNanos()) {
            take(phase, client);
        }
    }

    private void take(TrialPhase phase, long pid) throws IOException {
        long now = System.nanoTime();
        double seconds = (now - last) / 1e9;
        OptionalDouble nodeNow = node.isPresent() ? ProcessUsage.cpuSeconds(node.getAsLong()) : OptionalDouble.empty();
        OptionalDouble clientNow = ProcessUsage.cpuSeconds(pid);
        Double clientShare = pid == client ? rate(clientCpu, clientNow, seconds * clientProcessors) : null;
        Long read = node.isPresent() ? mebibytes(ProcessUsage.readBytes(node.getAsLong()), readBefore.orElse(0)) : null;
        OptionalLong cache =
                node.isPresent() ? ControlGroups.mounted().pageCache(node.getAsLong()) : OptionalLong.empty();
        OptionalDouble perRead = management.metric(TABLE + "SSTablesPerReadHistogram", "Mean");
        samples.add(new DebtSample(
                (int) Math.round((now - begin) / 1e9),
                phase,
                whole(management.metric("type=Compaction,name=PendingTasks", "Value")),
                Math.round(management.compactionBytesLeft() / MIB),
                whole(management.metric(TABLE + "LiveSSTableCount", "Value")),
                perRead.isPresent() ? Double.valueOf(rounded(perRead.getAsDouble())) : null,
                mebibytes(management.metric(TABLE + "LiveDiskSpaceUsed", "Count"), 0),
                Math.round((flushed() - flushedBefore) / MIB),
                Math.round((compacted() - compactedBefore) / MIB),
                Math.round(blocked() - blockedBefore),
                whole(management.metric(
                        "type=ThreadPools,path=internal,scope=MemtableFlushWriter,name=PendingTasks", "Value")),
                read,
                cache.isPresent() ? Long.valueOf(Math.round(cache.getAsLong() / MIB)) : null,
                rate(nodeCpu, nodeNow, seconds),
                clientShare));
        last = now;
        nodeCpu = nodeNow;
        clientCpu = clientNow;
        client = pid;
    }

    /** All samples so far. */
    List<DebtSample> samples() {
        return List.copyOf(samples);
    }

    /** Bytes that were flushed since construction. */
    double flushedBytes() throws IOException {
        return flushed() - flushedBefore;
    }

    /** Seconds since construction. */
    int second() {
        return (int) ((System.nanoTime() - begin) / 1_000_000_000L);
    }

    @Override
    public void close() throws IOException {
        management.close();
    }

    private double flushed() throws IOException {
        return management.metric(TABLE + "BytesFlushed", "Count").orElse(0);
    }

    private double compacted() throws IOException {
        return management.metric(TABLE + "CompactionBytesWritten", "Count").orElse(0);
    }

    private double blocked() throws IOException {
        return management
                .metric("type=MemtablePool,name=BlockedOnAllocation", "Count")
                .orElse(0);
    }

    private static Double rate(OptionalDouble before, OptionalDouble now, double seconds) {
        return before.isPresent() && now.isPresent()
                ? Double.valueOf(rounded((now.getAsDouble() - before.getAsDouble()) / seconds))
                : null;
    }

    private static Long mebibytes(OptionalDouble bytes, double before) {
        return bytes.isPresent() ? Long.valueOf(Math.round((bytes.getAsDouble() - before) / MIB)) : null;
    }

    private static Long whole(OptionalDouble number) {
        return number.isPresent() ? Long.valueOf(Math.round(number.getAsDouble())) : null;
    }

    private static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
