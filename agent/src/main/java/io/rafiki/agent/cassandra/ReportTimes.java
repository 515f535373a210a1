package io.rafiki.agent.cassandra;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Which nodes report at present, by the monotonic clock of this node. The expiry of a row depends on the clocks of its writer and its reader,
 * which may differ. So a report counts only while this node sees that its row changes.
 */
final class ReportTimes {

    private final long timeToLive;
    private final LongSupplier nanoTime;
    private final Map<String, Report> reports = new ConcurrentHashMap<>();

    /**
     * The last report of a node.
     *
     * @param written time of its write in microseconds, by the node's own clock
     * @param seenAt when this node first read it; the first report may be old, so it counts as one that is over
     */
    private record Report(long written, long seenAt) {}

    /**
     * @param timeToLive time for which a report counts
     * @param nanoTime monotonic clock
     */
    ReportTimes(Duration timeToLive, LongSupplier nanoTime) {
        this.timeToLive = timeToLive.toNanos();
        this.nanoTime = nanoTime;
    }

    /**
     * Whether the report of a node counts. Called for each row that is read.
     *
     * @param written time of its write in microseconds, by the node's own clock
     */
    boolean isFresh(String id, long written) {
        long now = nanoTime.getAsLong();
        Report report = reports.compute(id, (key, last) -> {
            if (last == null) {
                return new Report(written, now - timeToLive);
            }
            return last.written() == written ? last : new Report(written, now);
        });
        return now - report.seenAt() < timeToLive;
    }

    /** Time of a node's last write in microseconds, by its own clock; 0 before the first row that is read. */
    long written(String id) {
        Report last = reports.get(id);
        return last == null ? 0 : last.written();
    }
}
