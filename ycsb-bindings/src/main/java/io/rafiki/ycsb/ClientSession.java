package io.rafiki.ycsb;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.rafiki.ycsb.OperationSeries.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import site.ycsb.DBException;

/** One driver session with its statements, insert pipeline, series file and error counter. */
final class ClientSession implements Closeable {

    private final CqlSession cql;
    private final Statements statements;
    private final ErrorCounter faults = new ErrorCounter(System.err);
    private final OperationSeries series;
    private final InsertPipeline pipeline;
    private final boolean loading;

    /** @throws DBException with one line, if the node is unreachable or its table does not match */
    static ClientSession open(BindingSettings settings) throws DBException {
        CqlSession cql = connect(settings);
        try {
            checkDatacenter(cql, settings);
            if (settings.create()) {
                TableSchema.create(cql, settings);
            }
            return new ClientSession(cql, settings);
        } catch (QueryValidationException refused) {
            cql.close();
            throw new DBException(
                    "cassandra: " + settings.keyspace() + "." + settings.table() + ": expected a table with columns "
                            + TableSchema.KEY + ", " + String.join(", ", settings.columns()) + ", found: "
                            + DriverError.line(refused)
                            + ". Load it first, drop it, or correct table, fieldcount and cassandra.create.");
        } catch (RuntimeException | DBException e) {
            cql.close();
            throw e;
        }
    }

    private ClientSession(CqlSession cql, BindingSettings settings) throws DBException {
        this.cql = cql;
        this.statements = new Statements(cql, settings);
        this.series =
                settings.series().isPresent() ? openSeries(settings.series().get()) : null;
        this.loading = settings.loading();
        this.pipeline = loading && settings.insertsInFlight() > 0
                ? new InsertPipeline(cql, settings.insertsInFlight(), faults, this::count)
                : null;
    }

    CqlSession cql() {
        return cql;
    }

    Statements statements() {
        return statements;
    }

    ErrorCounter faults() {
        return faults;
    }

    /** Null for synchronous inserts. */
    InsertPipeline pipeline() {
        return pipeline;
    }

    void count(Kind kind) {
        if (series != null) {
            series.count(kind);
        }
    }

    /** Whether this load is incomplete. */
    boolean loadFailed() {
        return loading && faults.any();
    }

    /** Waits for pending inserts, then closes. The driver's quiet period is skipped. */
    @Override
    public void close() throws IOException {
        if (pipeline != null) {
            pipeline.drain();
        }
        cql.close();
        if (series != null) {
            series.close();
        }
        if (faults.any() && !loading) {
            System.err.println("cassandra: " + faults.summary());
        }
    }

    private static CqlSession connect(BindingSettings settings) throws DBException {
        try {
            return DriverConfiguration.connect(settings);
        } catch (AllNodesFailedException unreachable) {
            throw new DBException("cassandra.contactpoints: expected a Cassandra node at one of "
                    + settings.contactPoints() + ", found none (" + DriverError.line(unreachable)
                    + "). Start it, or correct the address.");
        }
    }

    private static void checkDatacenter(CqlSession cql, BindingSettings settings) {
        Set<String> datacenters = new TreeSet<>();
        cql.getMetadata().getNodes().values().forEach(node -> datacenters.add(String.valueOf(node.getDatacenter())));
        if (!datacenters.contains(settings.localDatacenter())) {
            throw new PropertyException(
                    "cassandra.localdatacenter", "one of " + datacenters, settings.localDatacenter(), "Correct it.");
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
