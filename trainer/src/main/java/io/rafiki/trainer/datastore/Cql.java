package io.rafiki.trainer.datastore;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The few CQL statements that the trainer itself sends. */
public final class Cql implements AutoCloseable {

    private final CqlSession session;

    private Cql(CqlSession session) {
        this.session = session;
    }

    public static Cql connect(CassandraProcess node) throws IOException {
        try {
            return new Cql(CqlSession.builder()
                    .addContactPoint(node.cql())
                    .withLocalDatacenter("datacenter1")
                    .withConfigLoader(DriverConfigLoader.programmaticBuilder()
                            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(30))
                            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(20))
                            .withInt(DefaultDriverOption.NETTY_IO_SIZE, 1)
                            .build())
                    .build());
        } catch (DriverException refused) {
            throw new DatastoreException("CQL: expected to connect to " + node.cql() + ", found " + refused, refused);
        }
    }

    /** Gives the table these compaction options, on all nodes and for good. */
    public void compaction(String keyspace, String table, Map<String, String> options) throws IOException {
        String literal = new TreeMap<>(options)
                .entrySet().stream()
                        .map(option -> "'" + option.getKey() + "': '" + option.getValue() + "'")
                        .collect(Collectors.joining(", ", "{", "}"));
        try {
            session.execute("ALTER TABLE " + keyspace + "." + table + " WITH compaction = " + literal);
        } catch (DriverException refused) {
            throw new DatastoreException(
                    "CQL: expected compaction " + literal + " to be taken, found " + refused, refused);
        }
    }

    /** The settings that the node runs with, by the names of cassandra.yaml; those without a value are left out. */
    public Map<String, String> settings() throws IOException {
        Map<String, String> settings = new TreeMap<>();
        try {
            for (Row row : session.execute("SELECT name, value FROM system_views.settings")) {
                if (row.getString("value") != null) {
                    settings.put(row.getString("name"), row.getString("value"));
                }
            }
        } catch (DriverException refused) {
            throw new DatastoreException("CQL: expected the node's settings, found " + refused, refused);
        }
        return settings;
    }

    @Override
    public void close() {
        session.close();
    }
}
