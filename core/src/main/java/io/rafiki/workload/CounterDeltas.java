package io.rafiki.workload;

import io.rafiki.workload.WindowDefect.CountersBackwards;
import io.rafiki.workload.WindowDefect.CountersImplausible;
import io.rafiki.workload.WindowDefect.Event;
import io.rafiki.workload.WindowDefect.TablesChanged;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The counters of one sample, for subtraction from the next. */
final class CounterDeltas {

    /** No node serves a hundred million operations per second, so a higher rate means a broken counter. */
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

    /** The operations between this sample and the next, or a defect. */
    Outcome to(CounterSample next, long nanos) {
        List<TableCounts> now = next.tables();
        long reads = 0;
        long writes = 0;
        long scans = 0;
        double believable = BELIEVABLE_PER_SECOND * Math.max(1, nanos / 1e9);
        for (TableCounts after : now) {
            TableCounts before = tables.get(after.table());
            if (before == null) {
                return Outcome.of(new TablesChanged(after.table(), Event.CREATED));
            }
            for (TableCounts counts : List.of(before, after)) {
                if (Math.min(counts.reads(), Math.min(counts.writes(), counts.scans())) < 0) {
                    return Outcome.of(implausible(counts));
                }
            }
            if (after.reads() < before.reads() || after.writes() < before.writes() || after.scans() < before.scans()) {
                return Outcome.of(backwards(before, after));
            }
            long moreReads = after.reads() - before.reads();
            long moreWrites = after.writes() - before.writes();
            long moreScans = after.scans() - before.scans();
            if ((double) moreReads + (double) moreWrites + (double) moreScans > believable) {
                return Outcome.of(implausible(after));
            }
            reads += moreReads;
            writes += moreWrites;
            scans += moreScans;
        }
        if (now.size() != tables.size()) {
            return Outcome.of(gone(now));
        }
        return new Outcome(
                new SampleInterval(
                        nanos,
                        new OperationCounts(reads, writes, scans),
                        next.clients().since(clients),
                        next.gauges()),
                null);
    }

    private TablesChanged gone(List<TableCounts> now) {
        Map<String, TableCounts> rest = new HashMap<>(tables);
        now.forEach(table -> rest.remove(table.table()));
        return rest.isEmpty()
                ? new TablesChanged(now.get(0).table(), Event.DUPLICATED)
                : new TablesChanged(rest.keySet().iterator().next(), Event.DROPPED);
    }

    private static CountersImplausible implausible(TableCounts counts) {
        return new CountersImplausible(counts.table(), counts.reads(), counts.writes(), counts.scans());
    }

    private static CountersBackwards backwards(TableCounts before, TableCounts after) {
        if (after.reads() < before.reads()) {
            return new CountersBackwards(after.table(), "reads", before.reads(), after.reads());
        }
        return after.writes() < before.writes()
                ? new CountersBackwards(after.table(), "writes", before.writes(), after.writes())
                : new CountersBackwards(after.table(), "scans", before.scans(), after.scans());
    }

    /** A slice, or null with the defect. */
    record Outcome(SampleInterval slice, WindowDefect defect) {
        static Outcome of(WindowDefect defect) {
            return new Outcome(null, defect);
        }
    }
}
