package io.rafiki.workload;

import java.util.stream.Stream;

/**
 * Client requests that this node coordinated, and their total latency from arrival to response, including queues and replicas. Both only
 * increase.
 *
 * <p>Unlike the table counts these are node-wide: they include the drivers' few queries of system tables.
 *
 * @param reads read requests
 * @param readMicros total latency of reads in microseconds
 * @param writes write requests
 * @param writeMicros total latency of writes in microseconds
 */
public record ClientCounts(long reads, long readMicros, long writes, long writeMicros) {

    /** No requests. */
    public static final ClientCounts NONE = new ClientCounts(0, 0, 0, 0);

    /** The counts of a node that does not report them. No increase from or to them is known. */
    public static final ClientCounts UNKNOWN = new ClientCounts(-1, -1, -1, -1);

    /** The increase since then; none if a counter decreased or is unknown. */
    public ClientCounts since(ClientCounts before) {
        ClientCounts more = new ClientCounts(
                reads - before.reads,
                readMicros - before.readMicros,
                writes - before.writes,
                writeMicros - before.writeMicros);
        boolean sound = before.isPlausible() && isPlausible() && more.isPlausible();
        return sound ? more : NONE;
    }

    /** Share of reads among the requests; NaN without requests. */
    public double readRatio() {
        return reads / (double) (reads + writes);
    }

    /** The sum of two intervals. */
    public ClientCounts plus(ClientCounts more) {
        return new ClientCounts(
                reads + more.reads, readMicros + more.readMicros, writes + more.writes, writeMicros + more.writeMicros);
    }

    /** The sum over several intervals. */
    static ClientCounts sum(Stream<ClientCounts> stretches) {
        return stretches.reduce(NONE, ClientCounts::plus);
    }

    private boolean isPlausible() {
        return Math.min(Math.min(reads, readMicros), Math.min(writes, writeMicros)) >= 0;
    }
}
