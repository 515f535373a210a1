package io.rafiki.node;

import io.rafiki.node.NodeThreads.Usage;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The time in which a JVM compiled code, including waits for a processor, as a share of the last {@value #WINDOW} seconds. With a backlog it
 * is close to one or above. Afterwards it is a few hundredths.
 *
 * <p>On Linux the compilers' threads show it at once. The JVM itself counts a method only after its compilation, which can take longer than
 * the window on a busy processor, so a JVM with a backlog can look idle.
 */
public final class CompilationShare {

    /** Below this share the JVM has compiled what it needs under the present load. */
    public static final double DONE = 0.2;

    /** Length of the window in seconds. */
    public static final int WINDOW = 10;

    private static final long NANOS = WINDOW * 1_000_000_000L;

    private final Deque<Reading> readings = new ArrayDeque<>();

    /** Total compile time at a point in time. */
    private record Reading(long nanos, long millis) {}

    /** Reads the total compile time of a JVM in milliseconds; empty where it is unknown. */
    @FunctionalInterface
    public interface Source {

        /** Where no JVM can be read, as for a simulated node. */
        Source NONE = OptionalLong::empty;

        OptionalLong millis();

        /**
         * The compile time of this JVM.
         *
         * @param process its process in {@code /proc}
         */
        static OptionalLong ofThisJvm(Path process) {
            Optional<Usage> used = NodeThreads.compilers(process);
            if (used.isPresent()) {
                return OptionalLong.of(used.get().busy().toMillis());
            }
            CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
            return bean != null && bean.isCompilationTimeMonitoringSupported()
                    ? OptionalLong.of(bean.getTotalCompilationTime())
                    : OptionalLong.empty();
        }
    }

    /**
     * The share after another reading; infinite until the window is full.
     *
     * @param nanos time of the reading, from any origin
     * @param millis total compile time
     */
    public double next(long nanos, long millis) {
        if (!readings.isEmpty() && millis < readings.getLast().millis()) {
            // the JVM has ended an idle compiler thread, whose time is no longer in the sum
            readings.clear();
        }
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
}
