package io.rafiki.workload;

import io.rafiki.workload.WindowDefect.CountersBackwards;
import io.rafiki.workload.WindowDefect.CountersImplausible;
import io.rafiki.workload.WindowDefect.Event;
import io.rafiki.workload.WindowDefect.TablesChanged;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
        double believable = BELIEVABLE_PER_SECOND * Math.max(1, nanos / 1e9);
        long reads = 0;
        long writes = 0;
        long scans = 0;
        for (TableCounts after : next.tables()) {
            TableCounts before = tables.get(after.table());
            Optional<WindowDefect> defect = defect(before, after, believable);
            if (defect.isPresent()) {
                return Outcome.of(defect.get());
            }
            reads += after.reads() - before.reads();
            writes += after.writes() - before.writes();
            scans += after.scans() - before.scans();
        }
        if (next.tables().size() != tables.size()) {
            return Outcome.of(gone(next.tables()));
        }
        return new Outcome(
                new SampleInterval(
                        nanos,
                        new OperationCounts(reads, writes, scans),
                        next.clients().since(clients),
                        next.gauges()),
                null);
    }

    /**
     * What is wrong with the counters of a table.
     *
     * @param before null if the table is new
     * @param believable maximum number of operations
     */
    private static Optional<WindowDefect> defect(TableCounts before, TableCounts after, double believable) {
        if (before == null) {
            return Optional.of(new TablesChanged(after.table(), Event.CREATED));
        }
        for (TableCounts counts : List.of(before, after)) {
            if (Math.min(counts.reads(), Math.min(counts.writes(), counts.scans())) < 0) {
                return Optional.of(implausible(counts));
            }
        }
        if (after.reads() < before.reads() || after.writes() < before.writes() || after.scans() < before.scans()) {
            return Optional.of(backwards(before, after));
        }
        double operations = (double) (after.reads() - before.reads())
                + (double) (after.writes() - before.writes())
                + (double) (after.scans() - before.scans());
        return operations > believable ? Optional.of(implausible(after)) : Optional.empty();
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
