package io.rafiki.ycsb;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import io.rafiki.ycsb.OperationSeries.Kind;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * YCSB's binding to Cassandra with java-driver 4: prepared statements, and one session for all client threads. YCSB creates one instance
 * per client thread. docs/trials.md describes the properties.
 */
public final class CassandraBinding extends DB {

    /** Static, because YCSB creates the instances itself and gives them no common object. */
    private static final SharedSession<ClientSession> SHARED =
            new SharedSession<>("cassandra", ClientSession::open, System::exit);

    private final SharedSession<ClientSession> shared;
    private ClientSession session;

    /** Called by YCSB through reflection. */
    public CassandraBinding() {
        this(SHARED);
    }

    CassandraBinding(SharedSession<ClientSession> shared) {
        this.shared = shared;
    }

    @Override
    public void init() throws DBException {
        shared.start(() -> session = shared.acquire(getProperties()));
    }

    /** Waits for pending inserts, if this is the last instance. */
    @Override
    public void cleanup() throws DBException {
        if (session != null) {
            shared.release();
        }
        session = null;
    }

    @Override
    public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
        return session.run().counted("READ", Kind.READS, () -> {
            Row row = session.cql()
                    .execute(session.statements().read(key, fields))
                    .one();
            if (row == null) {
                return Status.NOT_FOUND;
            }
            copy(row, result);
            return Status.OK;
        });
    }

    @Override
    @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's signature
    public Status scan(
            String table,
            String startKey,
            int count,
            Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return session.run().counted("SCAN", Kind.SCANS, () -> {
            ResultSet rows = session.cql().execute(session.statements().scan(startKey, count, fields));
            for (Row row : rows) {
                HashMap<String, ByteIterator> values = new HashMap<>();
                copy(row, values);
                result.add(values);
            }
            return Status.OK;
        });
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return write("UPDATE", Kind.UPDATES, () -> session.statements().update(key, values));
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        if (session.pipeline() != null) {
            return session.pipeline().submit(session.statements().insert(key, values));
        }
        return write("INSERT", Kind.INSERTS, () -> session.statements().insert(key, values));
    }

    @Override
    public Status delete(String table, String key) {
        return write("DELETE", Kind.DELETES, () -> session.statements().delete(key));
    }

    private Status write(String operation, Kind kind, Supplier<BoundStatement> statement) {
        return session.run().counted(operation, kind, () -> {
            session.cql().execute(statement.get());
            return Status.OK;
        });
    }

    private static void copy(Row row, Map<String, ByteIterator> result) {
        for (int i = 0; i < row.getColumnDefinitions().size(); i++) {
            ByteBuffer value = row.getBytesUnsafe(i);
            if (value != null) {
                byte[] bytes = new byte[value.remaining()];
                value.duplicate().get(bytes);
                result.put(row.getColumnDefinitions().get(i).getName().asInternal(), new ByteArrayByteIterator(bytes));
            }
        }
    }
}
