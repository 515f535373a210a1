package io.rafiki.workload;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The counters of one sample, to subtract from the next. */
final class CounterDeltas {

    /** No node serves a hundred million operations a second; a counter that says so is broken. */
    private static final double BELIEVABLE_PER_SECOND = 1e8;

    private final Map<String, TableCounts> tables;
    private final ClientCounts clients;

    CounterDeltas(CounterSample sample) {
        tables = new HashMap<>(sample.tables().size() * 2);
        for (TableCounts table : sample.tables()) {
            tables.put(table.table(), table);
        }
        clients = sample.clients();
    }

    /** What lies between this sample and the next, or the state that forbids to say. */
    Outcome to(CounterSample next, long nanos) {
        List<TableCounts> now = next.tables();
        long reads = 0;
        long writes = 0;
        long scans = 0;
        double believable = BELIEVABLE_PER_SECOND * Math.max(1, nanos / 1e9);
        for (TableCounts after : now) {
            TableCounts before = tables.get(after.table());
            if (before == null) {
                return Outcome.of(WindowState.TABLES_CHANGED, "table " + after.table() + " appeared");
            }
            if (Math.min(after.reads(), Math.min(after.writes(), after.scans())) < 0) {
                return Outcome.of(WindowState.COUNTERS_IMPLAUSIBLE, "negative counter: " + after);
            }
            if (after.reads() < before.reads() || after.writes() < before.writes() || after.scans() < before.scans()) {
                return Outcome.of(WindowState.COUNTERS_BACKWARDS, backwards(before, after));
            }
            long moreReads = after.reads() - before.reads();
            long moreWrites = after.writes() - before.writes();
            long moreScans = after.scans() - before.scans();
            if ((double) moreReads + (double) moreWrites + (double) moreScans > believable) {
                return Outcome.of(
                        WindowState.COUNTERS_IMPLAUSIBLE, "more than 100 million operations a second: " + after);
            }
            reads += moreReads;
            writes += moreWrites;
            scans += moreScans;
        }
        if (now.size() != tables.size()) {
            return Outcome.of(WindowState.TABLES_CHANGED, gone(now));
        }
        return new Outcome(
                new Slice(nanos, reads, writes, scans, next.clients().since(clients), next.gauges()),
                WindowState.VALID,
                "");
    }

    private String gone(List<TableCounts> now) {
        Map<String, TableCounts> rest = new HashMap<>(tables);
        now.forEach(table -> rest.remove(table.table()));
        return rest.isEmpty()
                ? "a table is named twice"
                : "table " + rest.keySet().iterator().next() + " went away";
    }

    private static String backwards(TableCounts before, TableCounts after) {
        String counter =
                after.reads() < before.reads() ? "reads" : after.writes() < before.writes() ? "writes" : "scans";
        return "table " + after.table() + ": the count of " + counter + " became smaller, from " + before + " to "
                + after;
    }

    /** A slice, or null with the reason. */
    record Outcome(Slice slice, WindowState state, String detail) {
        static Outcome of(WindowState state, String detail) {
            return new Outcome(null, state, detail);
        }
    }
}
