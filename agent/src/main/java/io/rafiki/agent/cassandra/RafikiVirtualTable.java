package io.rafiki.agent.cassandra;

import io.rafiki.agent.console.TableView;
import io.rafiki.agent.console.TableView.Column;
import io.rafiki.control.status.TunerStatus;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.Supplier;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.ReversedType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.TableMetadata;

/**
 * A table of the console as a virtual table of Cassandra.
 *
 * <p>Cassandra's threads read it. An error in Rafiki therefore makes the table empty and never fails a query.
 */
final class RafikiVirtualTable extends AbstractVirtualTable {

    private final TableView shown;
    private final Supplier<TunerStatus> status;

    RafikiVirtualTable(String keyspace, TableView shown, Supplier<TunerStatus> status) {
        super(metadata(keyspace, shown));
        this.shown = shown;
        this.status = status;
    }

    @Override
    public DataSet data() {
        try {
            SimpleDataSet data = new SimpleDataSet(metadata());
            shown.rows().apply(status.get()).forEach(row -> add(data, row));
            return data;
        } catch (Throwable e) {
            return new SimpleDataSet(metadata());
        }
    }

    private void add(SimpleDataSet data, List<Object> row) {
        List<Column> columns = shown.columns();
        int keys = keys(shown);
        data.row(row.subList(0, keys).stream().map(RafikiVirtualTable::stored).toArray());
        for (int i = keys; i < columns.size(); i++) {
            data.column(columns.get(i).name(), stored(row.get(i)));
        }
    }

    private static Object stored(Object value) {
        return value instanceof Instant instant ? Date.from(instant) : value;
    }

    private static TableMetadata metadata(String keyspace, TableView shown) {
        List<Column> columns = shown.columns();
        int keys = keys(shown);
        TableMetadata.Builder builder = TableMetadata.builder(keyspace, shown.name())
                .comment(shown.comment())
                .kind(TableMetadata.Kind.VIRTUAL)
                .partitioner(new LocalPartitioner(type(columns.get(0))))
                .addPartitionKeyColumn(columns.get(0).name(), type(columns.get(0)));
        for (int i = 1; i < columns.size(); i++) {
            Column column = columns.get(i);
            if (i < keys) {
                builder.addClusteringColumn(column.name(), ReversedType.getInstance(type(column)));
            } else {
                builder.addRegularColumn(column.name(), type(column));
            }
        }
        return builder.build();
    }

    /** The partition key is the first column, followed by the clustering columns. */
    private static int keys(TableView shown) {
        return 1 + (int) shown.columns().stream().filter(Column::newestFirst).count();
    }

    private static AbstractType<?> type(Column column) {
        return switch (column.quantity()) {
            case TEXT, CHOICE -> UTF8Type.instance;
            case TIME -> TimestampType.instance;
            case FLAG -> BooleanType.instance;
            case COUNT -> LongType.instance;
            case NUMBER, SHARE, PERCENT, RATE, MICROSECONDS -> DoubleType.instance;
            case FEATURES -> MapType.getInstance(UTF8Type.instance, DoubleType.instance, false);
        };
    }
}
