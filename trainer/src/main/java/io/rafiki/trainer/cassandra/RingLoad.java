package io.rafiki.trainer.cassandra;

import java.io.IOException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The clients of a {@link LocalRing}: rows of one kilobyte, reads and updates at {@code LOCAL_QUORUM}.
 *
 * @param records number of rows
 * @param readRatio share of reads
 * @param threads clients, each with one request at a time
 * @param target operations per second; empty for as many as the clients can send
 */
public record RingLoad(int records, double readRatio, int threads, OptionalInt target) {

    private static final int LOADERS = 16;

    /** YCSB's properties to write the rows; creates the table in an existing keyspace. */
    public Map<String, String> loading(Node node) throws IOException {
        Map<String, String> properties = common(node);
        properties.put("threadcount", Integer.toString(LOADERS));
        return properties;
    }

    /** YCSB's properties to read and update them until the process is ended. */
    public Map<String, String> transactions(Node node) throws IOException {
        Map<String, String> properties = common(node);
        properties.put("threadcount", Integer.toString(threads));
        properties.put("operationcount", Integer.toString(Integer.MAX_VALUE));
        properties.put("readproportion", Double.toString(readRatio));
        properties.put("updateproportion", Double.toString(1 - readRatio));
        target.ifPresent(rate -> properties.put("target", Integer.toString(rate)));
        return properties;
    }

    private Map<String, String> common(Node node) throws IOException {
        Map<String, String> properties = new TreeMap<>(DataLoader.client(node));
        properties.put("recordcount", Integer.toString(records));
        properties.put("fieldcount", "1");
        properties.put("fieldlength", "1000");
        properties.put("cassandra.consistency", "LOCAL_QUORUM");
        return properties;
    }
}
