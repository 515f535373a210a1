package io.rafiki.ycsb;

import io.rafiki.ycsb.OperationSeries.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import site.ycsb.DBException;
import site.ycsb.Status;

/** What a run of a binding records: its operations per second, and its failed operations. */
final class RunRecord implements SharedSession.Session {

    private final String system;
    private final boolean loading;
    private final ErrorCounter faults;
    private final OperationSeries series;

    private RunRecord(String system, boolean loading, OperationSeries series) {
        this.system = system;
        this.loading = loading;
        this.faults = new ErrorCounter(System.err, system);
        this.series = series;
    }

    /**
     * Starts the record.
     *
     * @param system begins each printed line, such as {@code cassandra}
     * @param loading whether this is YCSB's load phase
     * @param series file of the per-second series
     * @throws DBException with one line, if the file cannot be written
     */
    static RunRecord open(String system, boolean loading, Optional<Path> series) throws DBException {
        return new RunRecord(system, loading, series.isPresent() ? openSeries(series.get()) : null);
    }

    @Override
    public RunRecord run() {
        return this;
    }

    ErrorCounter faults() {
        return faults;
    }

    void count(Kind kind) {
        if (series != null) {
            series.count(kind);
        }
    }

    /** Counts an operation by its status. An exception of the driver becomes its status. */
    Status counted(String operation, Kind kind, Supplier<Status> work) {
        Status status;
        try {
            status = work.get();
        } catch (RuntimeException e) {
            status = faults.add(operation, e);
        }
        count(status.isOk() ? kind : Kind.ERRORS);
        return status;
    }

    /** Whether this load is incomplete. */
    boolean loadFailed() {
        return loading && faults.any();
    }

    @Override
    public void close() throws IOException {
        if (series != null) {
            series.close();
        }
        if (faults.any() && !loading) {
            System.err.println(system + ": " + faults.summary());
        }
    }

    private static OperationSeries openSeries(Path file) throws DBException {
        try {
            OperationSeries series = OperationSeries.open(file);
            series.begin();
            return series;
        } catch (IOException e) {
            throw new DBException("rafiki.series: expected a file that can be written, found " + file + " (" + e
                    + "). Create its folder, or name another file.");
        }
    }
}
