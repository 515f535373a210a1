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

/** One driver session with all that hangs on it: statements, the pipeline of inserts, the series file, the tally of faults. */
final class ClientSession implements Closeable {

    private final CqlSession cql;
    private final Statements statements;
    private final Faults faults = new Faults(System.err);
    private final OperationSeries series;
    private final InsertPipeline pipeline;
    private final boolean loading;

    /** @throws DBException with one line, if there is no such node, or its table does not fit */
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
                            + DriverFault.line(refused)
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

    Faults faults() {
        return faults;
    }

    /** Null where inserts wait for their answer. */
    InsertPipeline pipeline() {
        return pipeline;
    }

    void count(Kind kind) {
        if (series != null) {
            series.count(kind);
        }
    }

    /** Whether this was a load of which a part is missing. */
    boolean loadFailed() {
        return loading && faults.any();
    }

    /** Waits for inserts in flight, then closes; the connections go without the driver's quiet period. */
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
                    + settings.contactPoints() + ", found none (" + DriverFault.line(unreachable)
                    + "). Start it, or correct the address.");
        }
    }

    private static void checkDatacenter(CqlSession cql, BindingSettings settings) {
        Set<String> datacenters = new TreeSet<>();
        cql.getMetadata().getNodes().values().forEach(node -> datacenters.add(String.valueOf(node.getDatacenter())));
        if (!datacenters.contains(settings.localDatacenter())) {
            throw new BadProperty(
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
