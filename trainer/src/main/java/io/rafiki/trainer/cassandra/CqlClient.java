package io.rafiki.trainer.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import io.rafiki.trainer.host.DatastoreException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The CQL statements of the trainer. */
public final class CqlClient implements AutoCloseable {

    private final CqlSession session;

    private CqlClient(CqlSession session) {
        this.session = session;
    }

    public static CqlClient connect(Node node) throws IOException {
        try {
            return new CqlClient(CqlSession.builder()
                    .addContactPoint(node.cql())
                    .withConfigLoader(DriverConfigLoader.programmaticBuilder()
                            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(30))
                            .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(20))
                            .withInt(DefaultDriverOption.NETTY_IO_SIZE, 1)
                            // by default, each change of the schema waits a second for others
                            .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(100))
                            // without this, closing waits two seconds in each trial
                            .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                            .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                            .withClass(
                                    DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS,
                                    DcInferringLoadBalancingPolicy.class)
                            .build())
                    .build());
        } catch (DriverException refused) {
            throw new DatastoreException("CQL: expected to connect to " + node.cql() + ", found " + refused, refused);
        }
    }

    /** Sets table options, each of them a map, permanently and on all nodes. */
    public void alter(String keyspace, String table, Map<String, Map<String, String>> options) throws IOException {
        String list = options.entrySet().stream()
                .map(option -> option.getKey() + " = " + literal(option.getValue()))
                .collect(Collectors.joining(" AND "));
        try {
            session.execute("ALTER TABLE " + keyspace + "." + table + " WITH " + list);
        } catch (DriverException refused) {
            throw new DatastoreException("CQL: expected " + list + " to be taken, found " + refused, refused);
        }
    }

    /** A table option of type map, as the schema records it. */
    public Map<String, String> tableOption(String keyspace, String table, String option) throws IOException {
        try {
            Row row = session.execute(SimpleStatement.newInstance(
                            "SELECT " + option
                                    + " FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
                            keyspace,
                            table))
                    .one();
            return row == null ? Map.of() : row.getMap(option, String.class, String.class);
        } catch (DriverException refused) {
            throw new DatastoreException("CQL: expected the table's " + option + ", found " + refused, refused);
        }
    }

    /** Creates a keyspace with some replicas in each datacenter, if it is missing. */
    public void createKeyspace(String keyspace, int replicas) throws IOException {
        try {
            session.execute("CREATE KEYSPACE IF NOT EXISTS " + keyspace + " WITH replication ="
                    + " {'class': 'NetworkTopologyStrategy', 'replication_factor': " + replicas + "}");
        } catch (DriverException refused) {
            throw new DatastoreException("CQL: expected to create " + keyspace + ", found " + refused, refused);
        }
    }

    /** The rows of a table, each as column to value. */
    public List<Map<String, Object>> rows(String keyspace, String table) throws IOException {
        try {
            List<Map<String, Object>> rows = new ArrayList<>();
            for (Row row : session.execute("SELECT * FROM " + keyspace + "." + table)) {
                Map<String, Object> values = new TreeMap<>();
                row.getColumnDefinitions()
                        .forEach(column -> values.put(column.getName().asInternal(), row.getObject(column.getName())));
                rows.add(values);
            }
            return rows;
        } catch (DriverException refused) {
            throw new DatastoreException("CQL: expected the rows of " + table + ", found " + refused, refused);
        }
    }

    /** The table's comment; empty if the table does not exist. */
    public Optional<String> comment(String keyspace, String table) throws IOException {
        try {
            Row row = session.execute(SimpleStatement.newInstance(
                            "SELECT comment FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?",
                            keyspace,
                            table))
                    .one();
            return row == null ? Optional.empty() : Optional.of(String.valueOf(row.getString("comment")));
        } catch (DriverException refused) {
            throw new DatastoreException("CQL: expected the table's comment, found " + refused, refused);
        }
    }

    /** Sets the table's comment. */
    public void comment(String keyspace, String table, String comment) throws IOException {
        try {
            session.execute(
                    "ALTER TABLE " + keyspace + "." + table + " WITH comment = '" + comment.replace("'", "''") + "'");
        } catch (DriverException refused) {
            throw new DatastoreException("CQL: expected the table to take a comment, found " + refused, refused);
        }
    }

    public void drop(String keyspace, String table) throws IOException {
        try {
            session.execute("DROP TABLE IF EXISTS " + keyspace + "." + table);
        } catch (DriverException refused) {
            throw new DatastoreException("CQL: expected the table to be dropped, found " + refused, refused);
        }
    }

    private static String literal(Map<String, String> map) {
        return new TreeMap<>(map)
                .entrySet().stream()
                        .map(entry -> "'" + entry.getKey() + "': '" + entry.getValue() + "'")
                        .collect(Collectors.joining(", ", "{", "}"));
    }

    /** The number of other nodes that this node can see. */
    public long peers() throws IOException {
        return one("SELECT COUNT(*) FROM system.peers_v2").getLong(0);
    }

    private Row one(String statement) throws IOException {
        try {
            return session.execute(statement).one();
        } catch (DriverException refused) {
            throw new DatastoreException("CQL: expected an answer to " + statement + ", found " + refused, refused);
        }
    }

    /** The settings of the running node by their cassandra.yaml names, without empty values. */
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
