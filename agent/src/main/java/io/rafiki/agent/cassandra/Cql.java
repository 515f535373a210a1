package io.rafiki.agent.cassandra;

import io.rafiki.cluster.ClusterException;
import io.rafiki.cluster.LeaseTable.Result;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.UntypedResultSet;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.ListType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.QueryState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.transport.messages.ResultMessage;

/**
 * Executes CQL in the node's JVM, within its datacenter, as an internal client. The calling thread waits for the replicas, so it must be none
 * of Cassandra's.
 */
final class Cql {

    static final AbstractType<List<String>> TEXTS = ListType.getInstance(UTF8Type.instance, false);
    static final AbstractType<Map<String, String>> TEXT_MAP =
            MapType.getInstance(UTF8Type.instance, UTF8Type.instance, false);
    static final AbstractType<Map<String, Double>> NUMBER_MAP =
            MapType.getInstance(UTF8Type.instance, DoubleType.instance, false);
    static final AbstractType<List<Double>> NUMBERS = ListType.getInstance(DoubleType.instance, false);
    static final AbstractType<Map<String, List<Double>>> SERIES =
            MapType.getInstance(UTF8Type.instance, NUMBERS, false);

    private static final String APPLIED = "[applied]";

    private Cql() {}

    static ByteBuffer text(String value) {
        return UTF8Type.instance.decompose(value);
    }

    static ByteBuffer number(long value) {
        return LongType.instance.decompose(value);
    }

    static ByteBuffer real(double value) {
        return DoubleType.instance.decompose(value);
    }

    static ByteBuffer flag(boolean value) {
        return BooleanType.instance.decompose(value);
    }

    /**
     * Reads rows.
     *
     * @param isSerial whether the read completes unfinished conditional writes
     * @throws ClusterException without a quorum in the datacenter
     */
    static List<UntypedResultSet.Row> read(String cql, boolean isSerial, ByteBuffer... values) throws ClusterException {
        try {
            List<UntypedResultSet.Row> rows = new ArrayList<>();
            execute(cql, isSerial ? ConsistencyLevel.LOCAL_SERIAL : ConsistencyLevel.LOCAL_QUORUM, values)
                    .forEach(rows::add);
            return rows;
        } catch (RequestExecutionException | RequestValidationException failure) {
            throw unreachable("read", failure);
        }
    }

    /**
     * Writes without a condition.
     *
     * @throws ClusterException if a quorum has not confirmed it
     */
    static void write(String cql, ByteBuffer... values) throws ClusterException {
        try {
            execute(cql, ConsistencyLevel.LOCAL_QUORUM, values);
        } catch (RequestExecutionException | RequestValidationException failure) {
            throw unreachable("written", failure);
        }
    }

    /**
     * Writes under a condition. After an error it is unknown whether the write was executed: Cassandra also reports too few live replicas
     * after they have accepted it.
     */
    static Result writeIf(String cql, ByteBuffer... values) {
        try {
            boolean isApplied =
                    execute(cql, ConsistencyLevel.LOCAL_QUORUM, values).one().getBoolean(APPLIED);
            return isApplied ? Result.APPLIED : Result.REFUSED;
        } catch (RequestExecutionException | RequestValidationException failure) {
            return Result.UNKNOWN;
        }
    }

    private static ClusterException unreachable(String what, Exception failure) {
        return new ClusterException(
                "the tables of the cluster cannot be " + what + ": "
                        + failure.getMessage().replaceAll("\\s*\\R\\s*", " "),
                failure);
    }

    /** Executes a statement; empty for one without a result. */
    static UntypedResultSet execute(String cql, ConsistencyLevel level, ByteBuffer... values) {
        ClientState client = ClientState.forInternalCalls();
        CQLStatement statement = QueryProcessor.getStatement(cql, client);
        statement.validate(client);
        QueryOptions options = QueryOptions.create(
                level,
                Arrays.asList(values),
                false,
                -1,
                null,
                ConsistencyLevel.LOCAL_SERIAL,
                ProtocolVersion.CURRENT,
                null);
        ResultMessage result =
                statement.execute(new QueryState(client), options, Dispatcher.RequestTime.forImmediateExecution());
        return result instanceof ResultMessage.Rows rows
                ? UntypedResultSet.create(rows.result)
                : UntypedResultSet.create(List.of());
    }
}
