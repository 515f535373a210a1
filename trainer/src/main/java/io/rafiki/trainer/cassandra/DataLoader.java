package io.rafiki.trainer.cassandra;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbRun;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Loads the rows of a data set with YCSB: first every row once, then the updates. Creates the table if it is missing.
 *
 * @param shape data to write
 * @param layout layout of a new table
 * @param ycsb load generator
 */
public record DataLoader(DataSetSpec shape, Layout layout, Ycsb ycsb) {

    private static final int THREADS = 48;
    private static final String IN_FLIGHT = "512";
    private static final Duration PATIENCE = Duration.ofHours(1);
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * Writes the rows.
     *
     * @param folder folder for YCSB's files
     * @throws IOException with one line, if a row could not be written or the node ended
     */
    public void write(Node node, Path folder) throws IOException, InterruptedException {
        Map<String, String> properties = new TreeMap<>(shape.ycsb());
        properties.putAll(client(node));
        properties.put("cassandra.compaction", JSON.writeValueAsString(layout.compaction()));
        properties.put("threadcount", Integer.toString(THREADS));
        properties.put("cassandra.load.inflight", IN_FLIGHT);
        run(true, properties, folder.resolve("load"), node);
        long updates = Math.round(shape.records() * shape.updateFraction());
        if (updates > 0) {
            properties.put("operationcount", Long.toString(updates));
            properties.put("readproportion", "0");
            properties.put("updateproportion", "1");
            properties.put("requestdistribution", "uniform");
            run(false, properties, folder.resolve("overwrite"), node);
        }
    }

    /** The binding's properties for the node and the table. */
    public static Map<String, String> client(Node node) throws IOException {
        return Map.of(
                "cassandra.contactpoints",
                node.cql().getHostString() + ":" + node.cql().getPort(),
                "cassandra.localdatacenter",
                node.datacenter(),
                "cassandra.keyspace",
                DatasetStore.KEYSPACE,
                "table",
                DatasetStore.TABLE);
    }

    private void run(boolean load, Map<String, String> properties, Path folder, Node node)
            throws IOException, InterruptedException {
        long failures = ycsb.run(
                        new YcsbRun(load, properties, folder, Optional.empty()),
                        PATIENCE,
                        pid -> node.end().isEmpty() ? Ycsb.Next.GO_ON : Ycsb.Next.FAIL)
                .failures();
        if (failures > 0) {
            throw new DatastoreException("data set: expected every row to be written, found " + failures
                    + " failures. See " + folder.resolve("ycsb.log") + ".");
        }
    }
}
