package io.rafiki.trainer.scenario.simulation;

import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.NodeResources;
import io.rafiki.trainer.scenario.TraceRow;
import io.rafiki.workload.ClientCounts;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A queueing model of a Cassandra node: two thread pools on a few processors, which compactions share, with growing data.
 *
 * <p>The node serves the demand up to the capacity of threads and processors. The operations of a second have a few per cent of normal
 * noise, the reads among them binomial noise. Knobs outside of the model have no effect.
 */
public final class SimulatedNode {

    private static final double ROW_BYTES = 1_000;
    private static final double OVERWRITES = 0.5;

    /** Relative standard deviation of the operations of a second. */
    private static final double SCATTER = 0.03;

    /** Relative processor time that each thread beyond the processors adds to an operation by context switches. */
    private static final double SWITCHING = 0.001;

    private final NodeResources machine;
    private final CompactionModel data;
    private final SeededRandom chance;
    private final Map<String, Object> knobs = new HashMap<>();
    private long reads;
    private long writes;
    private long scans;
    private double readSeconds;
    private double writeSeconds;
    private ClientCounts clients = ClientCounts.NONE;

    /**
     * @param liveBytes of its tables at the start
     * @param seed the same seed and demand give the same counts
     */
    public SimulatedNode(NodeResources machine, double liveBytes, long seed) {
        this.machine = machine;
        this.data = new CompactionModel(liveBytes);
        this.chance = new SeededRandom(new SplittableRandom(seed));
    }

    /**
     * Sets a knob.
     *
     * @param cost of the change; it determines whether data are rewritten
     */
    public void set(String knob, Object value, ChangeCost cost) {
        Object before = knobs.put(knob, value);
        if (before != null && !before.equals(value) && cost == ChangeCost.REWRITES_DATA) {
            data.rewriteAll();
        }
    }

    /** Serves a demand for some seconds. */
    public void serve(double seconds, TraceRow demand) {
        CompactionProfile strategy =
                CompactionProfile.named(String.valueOf(knobs.getOrDefault("compaction", "SizeTiered")));
        double compacting =
                data.work(seconds, number("concurrent_compactors", 2), number("compaction_throughput", 64) * (1 << 20));
        double threads = number("concurrent_reads", 32) + number("concurrent_writes", 32);
        double switching = 1 + SWITCHING * Math.max(0, threads - machine.cores());
        double cached = 1 - 0.2 * Math.min(1, number("file_cache_size", 0) / machine.heapMiB());
        QueueingStation readers = new QueueingStation(
                number("concurrent_reads", 32),
                60e-6 * switching * (1 + 0.1 * data.sstablesPerRead(strategy)) * cached,
                400e-6 * cached);
        QueueingStation writers = new QueueingStation(number("concurrent_writes", 32), 40e-6 * switching, 600e-6);
        double served = Math.min(
                demand.operationsPerSecond() * Math.max(0, 1 + SCATTER * chance.normal()),
                capacity(demand.readRatio(), readers, writers, Math.max(0.2, machine.cores() - compacting)));
        long readsBefore = reads + scans;
        long writesBefore = writes;
        count(Math.round(served * seconds), demand, strategy);
        readSeconds = readers.responseSeconds(served * demand.readRatio());
        writeSeconds = writers.responseSeconds(served * (1 - demand.readRatio()));
        answer(reads + scans - readsBefore, writes - writesBefore);
    }

    private void answer(long moreReads, long moreWrites) {
        clients = new ClientCounts(
                clients.reads() + moreReads,
                clients.readMicros() + Math.round(moreReads * readSeconds * 1e6),
                clients.writes() + moreWrites,
                clients.writeMicros() + Math.round(moreWrites * writeSeconds * 1e6));
    }

    public long reads() {
        return reads;
    }

    public long writes() {
        return writes;
    }

    public long scans() {
        return scans;
    }

    /** Operations and latencies of the clients. */
    public ClientCounts clients() {
        return clients;
    }

    /** Mean read latency of the last call in seconds. */
    public double readSeconds() {
        return readSeconds;
    }

    /** Mean write latency of the last call in seconds. */
    public double writeSeconds() {
        return writeSeconds;
    }

    /** Waiting and running compactions. */
    public int pendingCompactions() {
        return data.pending();
    }

    /** Its data and compactions. */
    CompactionModel data() {
        return data;
    }

    public long liveBytes() {
        return Math.round(data.liveBytes());
    }

    /** Resets the counters, as for a table that is dropped and created again. */
    public void forgetCounters() {
        reads = 0;
        writes = 0;
        scans = 0;
    }

    /** Operations per second that pools and processors can serve at a read ratio. */
    private static double capacity(
            double readRatio, QueueingStation readers, QueueingStation writers, double processors) {
        double cpu = readRatio * readers.cpuSeconds() + (1 - readRatio) * writers.cpuSeconds();
        double pools = Math.min(
                readRatio == 0 ? Double.MAX_VALUE : readers.capacity() / readRatio,
                readRatio == 1 ? Double.MAX_VALUE : writers.capacity() / (1 - readRatio));
        return Math.min(pools, processors / cpu);
    }

    private void count(long operations, TraceRow demand, CompactionProfile strategy) {
        long readsAndScans = chance.successes(operations, demand.readRatio());
        long ranges = chance.successes(readsAndScans, demand.scanShare());
        reads += readsAndScans - ranges;
        scans += ranges;
        writes += operations - readsAndScans;
        data.flushed((operations - readsAndScans) * ROW_BYTES, OVERWRITES, strategy);
    }

    /** A knob's number; 0 for a named value such as {@code off} or {@code unlimited}. */
    private double number(String knob, double unset) {
        Object value = knobs.getOrDefault(knob, unset);
        return value instanceof Number number ? number.doubleValue() : 0;
    }
}
