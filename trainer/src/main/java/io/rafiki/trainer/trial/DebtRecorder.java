package io.rafiki.trainer.trial;

import io.rafiki.trainer.host.ControlGroups;
import io.rafiki.trainer.host.ProcessUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Samples a node's compaction debt, and what node and client use of this machine, every five seconds. */
final class DebtRecorder implements AutoCloseable {

    static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final double MIB = 1 << 20;

    private final CompactionSource compactions;
    private final OptionalLong node;
    private final int clientProcessors;
    private final List<DebtSample> samples = new ArrayList<>();
    private final long begin = System.nanoTime();
    private final CompactionFigures before;
    private final OptionalDouble readBefore;
    private long last = begin;
    private OptionalDouble nodeCpu;
    private OptionalDouble clientCpu = OptionalDouble.empty();
    private OptionalLong client = OptionalLong.empty();

    /**
     * @param compactions of the node; closed with this object
     * @param node process id of the node; empty if it can run on another machine
     * @param clientProcessors number of processors of the client
     */
    DebtRecorder(CompactionSource compactions, OptionalLong node, int clientProcessors) throws IOException {
        this.compactions = compactions;
        this.node = node;
        this.clientProcessors = clientProcessors;
        this.before = compactions.read();
        this.nodeCpu = node.isPresent() ? ProcessUsage.cpuSeconds(node.getAsLong()) : OptionalDouble.empty();
        this.readBefore = node.isPresent() ? ProcessUsage.readBytes(node.getAsLong()) : OptionalDouble.empty();
    }

    /** Whether the node has compactions, and so can have a debt. */
    boolean hasCompactions() {
        return before.areReported();
    }

    /**
     * Takes a sample if the last one is old enough.
     *
     * @param client process id of the client; empty if none runs
     */
    void look(TrialPhase phase, OptionalLong client) throws IOException {
        if (System.nanoTime() - last >= INTERVAL.toNanos()) {
            take(phase, client);
        }
    }

    private void take(TrialPhase phase, OptionalLong pid) throws IOException {
        long now = System.nanoTime();
        double seconds = (now - last) / 1e9;
        OptionalDouble nodeNow = node.isPresent() ? ProcessUsage.cpuSeconds(node.getAsLong()) : OptionalDouble.empty();
        OptionalDouble clientNow = pid.isPresent() ? ProcessUsage.cpuSeconds(pid.getAsLong()) : OptionalDouble.empty();
        Double clientShare = pid.equals(client) ? rate(clientCpu, clientNow, seconds * clientProcessors) : null;
        OptionalDouble read = node.isPresent() ? ProcessUsage.readBytes(node.getAsLong()) : OptionalDouble.empty();
        OptionalLong cache =
                node.isPresent() ? ControlGroups.mounted().pageCache(node.getAsLong()) : OptionalLong.empty();
        CompactionFigures figures = compactions.read();
        samples.add(new DebtSample(
                (int) Math.round((now - begin) / 1e9),
                phase,
                since(figures.pendingTasks(), 0.0, 1),
                since(figures.pendingBytes(), 0.0, MIB),
                since(figures.sstables(), 0.0, 1),
                figures.sstablesPerRead() == null ? null : Double.valueOf(rounded(figures.sstablesPerRead())),
                since(figures.liveBytes(), 0.0, MIB),
                since(figures.flushedBytes(), before.flushedBytes(), MIB),
                since(figures.compactedBytes(), before.compactedBytes(), MIB),
                since(figures.blockedWrites(), before.blockedWrites(), 1),
                since(figures.pendingFlushes(), 0.0, 1),
                read.isPresent() ? since(read.getAsDouble(), readBefore.orElse(0), MIB) : null,
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

    /** Bytes that were flushed since construction; 0 without compactions. */
    double flushedBytes() throws IOException {
        return hasCompactions() ? compactions.read().flushedBytes() - before.flushedBytes() : 0;
    }

    /** Whether compactions run or wait. */
    boolean isCompacting() throws IOException {
        Double pending = compactions.read().pendingTasks();
        return pending != null && pending > 0;
    }

    /** Seconds since construction. */
    int second() {
        return (int) ((System.nanoTime() - begin) / 1_000_000_000L);
    }

    @Override
    public void close() throws IOException {
        compactions.close();
    }

    private static Double rate(OptionalDouble before, OptionalDouble now, double seconds) {
        return before.isPresent() && now.isPresent()
                ? Double.valueOf(rounded((now.getAsDouble() - before.getAsDouble()) / seconds))
                : null;
    }

    /** The difference in whole units; null without a figure. */
    private static Long since(Double figure, Double earlier, double unit) {
        return figure == null ? null : Long.valueOf(Math.round((figure - earlier) / unit));
    }

    private static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
