package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.trial.NodeActivity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * JIT activity of a node's JVM: the compile time of the last {@value #WINDOW} seconds, including waits for a processor, as a share of
 * that time. With a backlog the share is close to one or above; afterwards it is a few hundredths.
 */
public final class JitActivity implements NodeActivity {

    /** Length of the window in seconds. */
    static final int WINDOW = 10;

    private static final long NANOS = Duration.ofSeconds(WINDOW).toNanos();

    /** Total compile time at a point in time. */
    private record Reading(long nanos, long millis) {}

    private final NodeJmxClient management;
    private final Deque<Reading> readings = new ArrayDeque<>();

    /** @param management JMX connection of the node; closed with this object */
    public JitActivity(NodeJmxClient management) {
        this.management = management;
    }

    /** The present share; infinite until the window is full. */
    @Override
    public double share() throws IOException {
        return share(System.nanoTime(), Long.parseLong(management.jvm("Compilation", "TotalCompilationTime")));
    }

    /** The share for a reading at the given time. */
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
