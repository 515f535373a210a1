package io.rafiki.trainer.cassandra;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.ycsb.DataSetSpec;
import io.rafiki.trainer.ycsb.RowLoader;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Loads the rows of a data set into Cassandra. Creates the table if it is missing.
 *
 * @param shape data to write
 * @param layout layout of a new table
 * @param ycsb load generator
 */
public record DataLoader(DataSetSpec shape, Layout layout, Ycsb ycsb) {

    private static final String BINDING = "io.rafiki.ycsb.CassandraBinding";
    private static final String IN_FLIGHT = "512";
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * Writes the rows.
     *
     * @param folder folder for YCSB's files
     * @throws IOException with one line, if a row could not be written or the node ended
     */
    public void write(Node node, Path folder) throws IOException, InterruptedException {
        write(node, folder, Map.of());
    }

    /**
     * Writes the rows into a new table with a comment.
     *
     * @throws IOException as {@link #write(Node, Path)}
     */
    public void write(Node node, Path folder, String comment) throws IOException, InterruptedException {
        write(node, folder, Map.of("cassandra.comment", comment));
    }

    private void write(Node node, Path folder, Map<String, String> more) throws IOException, InterruptedException {
        Map<String, String> properties = new TreeMap<>(client(node));
        properties.putAll(more);
        properties.put("cassandra.compaction", JSON.writeValueAsString(layout.compaction()));
        properties.put("cassandra.load.inflight", IN_FLIGHT);
        new RowLoader(shape, ycsb).write(properties, node::end, folder);
    }

    /** The binding with its properties for the node and the table. */
    public static Map<String, String> client(Node node) throws IOException {
        return Map.of(
                YcsbRun.BINDING,
                BINDING,
                "cassandra.contactpoints",
                node.cql().getHostString() + ":" + node.cql().getPort(),
                "cassandra.localdatacenter",
                node.datacenter(),
                "cassandra.keyspace",
                DatasetStore.KEYSPACE,
                "table",
                DatasetStore.TABLE);
    }
}
