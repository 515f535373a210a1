package io.rafiki.node;

import io.rafiki.cluster.PeerWindow;
import io.rafiki.cluster.PeerWindow.Times;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;

/**
 * Measures a node for the comparison with its peers, from Cassandra's metrics of all tables, the processor time of the JVM and the disk
 * reads of the process.
 */
public final class PeerSensor {

    private static final String TABLES = "org.apache.cassandra.metrics:type=Table,name=";
    private static final String CLIENTS = "org.apache.cassandra.metrics:type=ClientRequest,scope=";
    private static final String SYSTEM = "java.lang:type=OperatingSystem";
    private static final String DROPPED = "org.apache.cassandra.metrics:type=DroppedMessage,scope=*,name=Dropped";
    private static final List<String> REQUESTS = Stream.concat(
                    ClientMetrics.READS.stream(), ClientMetrics.WRITES.stream())
            .toList();
    private static final List<String> ERRORS = List.of("Timeouts", "Failures", "Unavailables");
    private static final double NANOS = 1e9;

    private final MBeans beans;
    private final CompactionStats compactions;
    private final Path process;
    private final JvmWarmUp warmUp;
    private final double windowSeconds;
    private final long minOperations;
    private List<String> dropped = List.of();
    private Optional<Counters> before = Optional.empty();

    /**
     * Counters at one moment.
     *
     * @param errors those of all reads and writes, and dropped messages
     * @param readErrors those of reads among them
     * @param serialErrors those of serial reads
     */
    private record Counters(
            long nanoTime,
            long reads,
            long writes,
            long readMicros,
            long writeMicros,
            long clientReads,
            long clientWrites,
            long cpuNanos,
            long diskBytes,
            long errors,
            long readErrors,
            long serialErrors) {

        /** Cassandra counts a failed serial read also as a read, but with version 2 of Paxos only as a serial read. */
        long errorsSince(Counters before) {
            long uncounted = serialErrors - before.serialErrors - (readErrors - before.readErrors);
            return errors - before.errors + Math.max(0, uncounted);
        }
    }

    /**
     * @param node MBean server of the node
     * @param process folder of the process in {@code /proc}
     * @param warmUp of the node
     * @param windowSeconds length of a window
     * @param minOperations operations that a window needs
     */
    public PeerSensor(
            MBeanServerConnection node, Path process, JvmWarmUp warmUp, double windowSeconds, long minOperations) {
        this.beans = new MBeans(node);
        this.compactions = new CompactionStats(node);
        this.process = process;
        this.warmUp = warmUp;
        this.windowSeconds = windowSeconds;
        this.minOperations = minOperations;
    }

    /**
     * The window that ends now; empty before its length has passed, and for a window with too few operations. No window begins before the JVM has
     * compiled, because it is slower than later.
     *
     * @param nanoTime time of a monotonic clock
     * @throws NodeException if a metric cannot be read
     */
    public Optional<PeerWindow> next(long nanoTime) throws NodeException {
        boolean isDue = before.isEmpty() || (nanoTime - before.get().nanoTime()) / NANOS >= windowSeconds;
        warmUp.refresh(nanoTime);
        if (!warmUp.isOver() || !isDue) {
            return Optional.empty();
        }
        Counters now = read(nanoTime);
        Optional<Counters> begin = before;
        before = Optional.of(now);
        return begin.isEmpty() ? Optional.empty() : window(begin.get(), now);
    }

    private Optional<PeerWindow> window(Counters from, Counters to) throws NodeException {
        long reads = to.reads() - from.reads();
        long writes = to.writes() - from.writes();
        double operations = (double) reads + writes;
        if (operations < minOperations) {
            return Optional.empty();
        }
        double requests = (double) (to.clientReads() - from.clientReads()) + (to.clientWrites() - from.clientWrites());
        double replicaReadRatio = reads / operations;
        return Optional.of(new PeerWindow(
                requests < minOperations ? replicaReadRatio : (to.clientReads() - from.clientReads()) / requests,
                replicaReadRatio,
                new Times(
                        ratio(to.readMicros() - from.readMicros(), reads),
                        ratio(to.writeMicros() - from.writeMicros(), writes)),
                new Times(
                        reads == 0 ? Double.NaN : number(TABLES + "ReadLatency", "99thPercentile"),
                        writes == 0 ? Double.NaN : number(TABLES + "WriteLatency", "99thPercentile")),
                (to.cpuNanos() - from.cpuNanos()) / 1e3 / operations,
                (to.diskBytes() - from.diskBytes()) / operations,
                compactions.pending(),
                to.errorsSince(from)));
    }

    private static double ratio(long sum, long count) {
        return count == 0 ? Double.NaN : (double) sum / count;
    }

    private Counters read(long nanoTime) throws NodeException {
        return new Counters(
                nanoTime,
                count(TABLES + "ReadLatency"),
                count(TABLES + "WriteLatency"),
                count(TABLES + "ReadTotalLatency"),
                count(TABLES + "WriteTotalLatency"),
                sum(ClientMetrics.READS, List.of("Latency")),
                sum(ClientMetrics.WRITES, List.of("Latency")),
                (long) number(SYSTEM, "ProcessCpuTime"),
                diskBytes(),
                sum(REQUESTS, ERRORS) + droppedMessages(),
                sum(List.of("Read"), ERRORS),
                sum(List.of("CASRead"), ERRORS));
    }

    private long droppedMessages() throws NodeException {
        if (dropped.isEmpty()) {
            dropped = beans.names(DROPPED);
        }
        long sum = 0;
        for (String messages : dropped) {
            sum += count(messages);
        }
        return sum;
    }

    /** The sum of some metrics of some kinds of client requests. */
    private long sum(List<String> requests, List<String> metrics) throws NodeException {
        long sum = 0;
        for (String request : requests) {
            for (String metric : metrics) {
                sum += count(CLIENTS + request + ",name=" + metric);
            }
        }
        return sum;
    }

    private long count(String bean) throws NodeException {
        return ((Number) beans.get(bean, "Count")).longValue();
    }

    private double number(String bean, String attribute) throws NodeException {
        return ((Number) beans.get(bean, attribute)).doubleValue();
    }

    /** 0 on a system that does not report it. */
    private long diskBytes() {
        try {
            return NodeThreads.diskBytes(process);
        } catch (IOException otherSystem) {
            return 0;
        }
    }
}
