package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.trial.CompactionFigures;
import io.rafiki.trainer.trial.CompactionSource;
import java.io.IOException;
import java.util.OptionalDouble;

/**
 * The compactions of a Cassandra node over JMX.
 *
 * @param management JMX connection of the node; closed with this object
 */
record JmxCompactions(NodeJmxClient management) implements CompactionSource {

    private static final String TABLE =
            "type=Table,keyspace=" + DatasetStore.KEYSPACE + ",scope=" + DatasetStore.TABLE + ",name=";

    @Override
    public CompactionFigures read() throws IOException {
        return new CompactionFigures(
                metric("type=Compaction,name=PendingTasks", "Value"),
                (double) management.compactionBytesLeft(),
                metric(TABLE + "LiveSSTableCount", "Value"),
                metric(TABLE + "SSTablesPerReadHistogram", "Mean"),
                metric(TABLE + "LiveDiskSpaceUsed", "Count"),
                total(TABLE + "BytesFlushed"),
                total(TABLE + "CompactionBytesWritten"),
                total("type=MemtablePool,name=BlockedOnAllocation"),
                metric("type=ThreadPools,path=internal,scope=MemtableFlushWriter,name=PendingTasks", "Value"));
    }

    private Double metric(String keys, String attribute) throws IOException {
        OptionalDouble value = management.metric(keys, attribute);
        return value.isPresent() ? Double.valueOf(value.getAsDouble()) : null;
    }

    /** A counter appears with its first event. */
    private double total(String keys) throws IOException {
        return management.metric(keys, "Count").orElse(0);
    }

    @Override
    public void close() throws IOException {
        management.close();
    }
}
