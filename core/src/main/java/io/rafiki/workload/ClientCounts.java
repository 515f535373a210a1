package io.rafiki.workload;

import java.util.stream.Stream;

/**
 * Requests of clients that this node has coordinated, and the time that they took: from their arrival in the node to the answer, queues
 * and replicas included. Both only grow.
 *
 * <p>Unlike the counts of the tables these are the node's as a whole: the few queries of drivers to system tables are among them.
 *
 * @param reads requests that read
 * @param readMicros microseconds that they took in all
 * @param writes requests that wrote
 * @param writeMicros microseconds that they took in all
 */
public record ClientCounts(long reads, long readMicros, long writes, long writeMicros) {

    /** Of a node that does not tell. */
    public static final ClientCounts NONE = new ClientCounts(0, 0, 0, 0);

    /** What was added since; none if a counter went backwards or is negative. */
    ClientCounts since(ClientCounts before) {
        ClientCounts more = new ClientCounts(
                reads - before.reads,
                readMicros - before.readMicros,
                writes - before.writes,
                writeMicros - before.writeMicros);
        boolean sound = before.isSound() && isSound() && more.isSound();
        return sound ? more : NONE;
    }

    /** Those of several stretches together. */
    static ClientCounts sum(Stream<ClientCounts> stretches) {
        return stretches.reduce(
                NONE,
                (a, b) -> new ClientCounts(
                        a.reads + b.reads,
                        a.readMicros + b.readMicros,
                        a.writes + b.writes,
                        a.writeMicros + b.writeMicros));
    }

    private boolean isSound() {
        return Math.min(Math.min(reads, readMicros), Math.min(writes, writeMicros)) >= 0;
    }
}
