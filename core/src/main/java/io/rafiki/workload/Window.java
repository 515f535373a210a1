package io.rafiki.workload;

import io.rafiki.workload.WindowDefect.Shifting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The operations on all user tables during an interval, from counter differences.
 *
 * @param start wall-clock start, for display; lengths use the monotonic clock
 * @param length monotonic length
 * @param reads single-partition reads
 * @param writes partition updates
 * @param scans range reads
 * @param dispersion variance of the share that varies most among the window's samples, relative to independent operations; at least 1
 * @param pace throughput and its trend
 * @param clients client requests that the node coordinated; the counts above are its replica operations
 * @param latency mean latency of client requests
 * @param gauges mean gauges of the node
 * @param defect reason why decisions cannot use the window; empty if they can
 */
public record Window(
        Instant start,
        Duration length,
        long reads,
        long writes,
        long scans,
        double dispersion,
        ThroughputTrend pace,
        ClientCounts clients,
        Latency latency,
        WindowGauges gauges,
        Optional<WindowDefect> defect) {

    /** The state of a window without defect. */
    private static final String VALID = "valid";

    /** A window without client requests and gauges. */
    public Window(
            Instant start,
            Duration length,
            long reads,
            long writes,
            long scans,
            double dispersion,
            ThroughputTrend pace,
            Optional<WindowDefect> defect) {
        this(
                start,
                length,
                reads,
                writes,
                scans,
                dispersion,
                pace,
                ClientCounts.NONE,
                Latency.UNKNOWN,
                WindowGauges.UNKNOWN,
                defect);
    }

    /** Several windows as one. Its length is the sum of theirs, and it has no trend. */
    public static Window together(List<Window> windows) {
        Window last = windows.get(windows.size() - 1);
        if (windows.size() == 1) {
            return last;
        }
        return new Window(
                windows.get(0).start(),
                windows.stream().map(Window::length).reduce(Duration.ZERO, Duration::plus),
                windows.stream().mapToLong(Window::reads).sum(),
                windows.stream().mapToLong(Window::writes).sum(),
                windows.stream().mapToLong(Window::scans).sum(),
                windows.stream().mapToDouble(Window::dispersion).max().orElse(1),
                ThroughputTrend.together(windows),
                ClientCounts.sum(windows.stream().map(Window::clients)),
                Latency.together(windows),
                last.gauges(),
                Optional.empty());
    }

    public Instant end() {
        return start.plus(length);
    }

    /** The length without the end that the next window repeats. */
    public Duration ownLength() {
        return defect.isPresent() && defect.get() instanceof Shifting shifting
                ? length.minus(shifting.beforeEnd())
                : length;
    }

    /** Whether the workload changed within the window. */
    public boolean isShifting() {
        return defect.filter(Shifting.class::isInstance).isPresent();
    }

    /** Whether decisions may use the window. */
    public boolean valid() {
        return defect.isEmpty();
    }

    /** {@code valid}, or the defect's code. */
    public String state() {
        return defect.map(WindowDefect::code).orElse(VALID);
    }

    /** Operations by kind. */
    public OperationCounts counts() {
        return new OperationCounts(reads, writes, scans);
    }

    public long operations() {
        return counts().total();
    }

    /** The workload by replica operations; {@link Workload#NONE} without operations. */
    public Workload workload() {
        return WorkloadSensors.sense(this);
    }

    /** The workload of some of the operations: their shares, and the other features of the window. */
    public Workload workload(OperationCounts some) {
        return WorkloadSensors.shares(workload(), some);
    }

    /** Share of reads and scans among all operations; {@link Double#NaN} if there were none. */
    public double readRatio() {
        return workload().readRatio();
    }

    public double operationsPerSecond() {
        return perSecond(operations());
    }

    /** Client requests per second that the node coordinated. */
    public double requestsPerSecond() {
        return perSecond(clients.reads() + clients.writes());
    }

    private double perSecond(long number) {
        return length.isZero() ? 0 : number / (length.toNanos() / 1e9);
    }
}
