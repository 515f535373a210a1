package io.rafiki.trainer.trial;

import io.rafiki.trainer.datastore.NodeManagement;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How busy a node's JVM is with compiling: the time that its compilations took within the last {@value #WINDOW} seconds, waiting for a
 * processor included, as a share of that time. A backlog keeps it near one or above; done, it is a few hundredths.
 */
final class Compilation implements AutoCloseable {

    /** Seconds looked back. */
    static final int WINDOW = 10;

    /** Greatest share with which what the node serves requests with counts as compiled. */
    static final double DONE = 0.2;

    private static final long NANOS = Duration.ofSeconds(WINDOW).toNanos();

    /** What has been compiled until when. */
    private record Reading(long nanos, long millis) {}

    private final NodeManagement management;
    private final Deque<Reading> readings = new ArrayDeque<>();

    /** @param management of the node; closed with this */
    Compilation(NodeManagement management) {
        this.management = management;
    }

    /** The share until now; infinite until the window is full. */
    double share() throws IOException {
        return share(System.nanoTime(), Long.parseLong(management.jvm("Compilation", "TotalCompilationTime")));
    }

    /** The share, if this is read at that time. */
    double share(long nanos, long millis) {
        readings.addLast(new Reading(nanos, millis));
        Reading first = readings.getFirst();
        while (nanos - first.nanos() > NANOS && nanos - second().nanos() >= NANOS) {
            readings.removeFirst();
            first = readings.getFirst();
        }
        long length = nanos - first.nanos();
        return length < NANOS ? Double.POSITIVE_INFINITY : (millis - first.millis()) * 1e6 / length;
    }

    private Reading second() {
        var iterator = readings.iterator();
        iterator.next();
        return iterator.next();
    }

    @Override
    public void close() throws IOException {
        management.close();
    }
}
