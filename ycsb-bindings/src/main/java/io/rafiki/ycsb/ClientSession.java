package io.rafiki.ycsb;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.io.IOException;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import site.ycsb.DBException;

/** One driver session with its statements, insert pipeline and record. */
final class ClientSession implements SharedSession.Session {

    private final CqlSession cql;
    private final Statements statements;
    private final RunRecord run;
    private final InsertPipeline pipeline;

    /** @throws DBException with one line, if the node is unreachable or its table does not match */
    static ClientSession open(Properties properties) throws DBException {
        BindingSettings settings = BindingSettings.of(properties);
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
        this.run = RunRecord.open("cassandra", settings.loading(), settings.series());
        this.pipeline = settings.loading() && settings.insertsInFlight() > 0
                ? new InsertPipeline(cql, settings.insertsInFlight(), run.faults(), run::count)
                : null;
    }

    CqlSession cql() {
        return cql;
    }

    Statements statements() {
        return statements;
    }

    @Override
    public RunRecord run() {
        return run;
    }

    /** Null for synchronous inserts. */
    InsertPipeline pipeline() {
        return pipeline;
    }

    /** Waits for pending inserts, then closes. The driver's quiet period is skipped. */
    @Override
    public void close() throws IOException {
        if (pipeline != null) {
            pipeline.drain();
        }
        cql.close();
        run.close();
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
}
