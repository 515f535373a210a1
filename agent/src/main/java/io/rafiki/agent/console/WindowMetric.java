package io.rafiki.agent.console;

import io.rafiki.workload.Window;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a window, the same in the bean, in CQL and among the metrics.
 *
 * @param name as an attribute of the bean's {@code Workload} has it
 * @param description for people
 * @param count whether it is a whole number
 * @param value NaN where it is not known
 */
record WindowMetric(String name, String description, boolean count, ToDoubleFunction<Window> value) {

    static final List<WindowMetric> ALL = List.of(
            number("readRatio", "Share of reads and scans among the operations of the last window", Window::readRatio),
            number(
                    "operationsPerSecond",
                    "Operations on user tables in the last window, over its length",
                    Window::operationsPerSecond),
            count("reads", "Single-partition reads in the last window", Window::reads),
            count("writes", "Partition updates in the last window", Window::writes),
            count("scans", "Range reads in the last window", Window::scans),
            count(
                    "coordinatedReads",
                    "Clients' reads and scans that this node coordinated in the last window",
                    window -> window.clients().reads()),
            count(
                    "coordinatedWrites",
                    "Clients' writes that this node coordinated in the last window",
                    window -> window.clients().writes()),
            number(
                    "readMicros",
                    "Mean microseconds that a client's read took in the last window",
                    window -> window.latency().reads().micros()),
            number(
                    "writeMicros",
                    "Mean microseconds that a client's write took in the last window",
                    window -> window.latency().writes().micros()),
            number(
                    "readP99Micros",
                    "99th percentile of the microseconds that a client's read takes, as Cassandra has it",
                    window -> window.gauges().readP99Micros()),
            number(
                    "writeP99Micros",
                    "99th percentile of the microseconds that a client's write takes, as Cassandra has it",
                    window -> window.gauges().writeP99Micros()),
            number(
                    "pendingReads",
                    "Reads that waited for a thread, on average over the last window",
                    window -> window.gauges().pendingReads()),
            number(
                    "pendingWrites",
                    "Writes that waited for a thread, on average over the last window",
                    window -> window.gauges().pendingWrites()),
            number(
                    "pendingRequests",
                    "Clients' requests that waited for a thread, on average over the last window",
                    window -> window.gauges().pendingRequests()),
            number(
                    "pendingCompactions",
                    "Compactions that were due or under way, on average over the last window",
                    window -> window.gauges().pendingCompactions()),
            number(
                    "sstablesPerRead",
                    "Sstables that a read looks into, in the keyspace that is read most",
                    window -> window.gauges().sstablesPerRead()));

    /** The name as Cassandra writes those of metrics: {@code ReadRatio}. */
    String metric() {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    /** The name as CQL writes those of columns: {@code read_ratio}. */
    String column() {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    /** A {@link Long} or a {@link Double}. */
    Object of(Window window) {
        double figure = value.applyAsDouble(window);
        return count ? (Object) (long) figure : (Object) figure;
    }

    private static WindowMetric number(String name, String description, ToDoubleFunction<Window> value) {
        return new WindowMetric(name, description, false, value);
    }

    private static WindowMetric count(String name, String description, ToDoubleFunction<Window> value) {
        return new WindowMetric(name, description, true, value);
    }
}
