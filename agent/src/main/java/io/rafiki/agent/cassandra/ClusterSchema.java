package io.rafiki.agent.cassandra;

import io.rafiki.cluster.ClusterException;
import io.rafiki.control.configuration.TableStatements;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Schema;

/** The keyspace {@code rafiki_cluster} with the tables of cluster.cql. It is never altered; its replication is the operator's. */
final class ClusterSchema {

    static final String KEYSPACE = "rafiki_cluster";

    /** Also in a smaller datacenter, because nodes may join later. */
    private static final int REPLICAS = 3;

    private static final List<String> TABLES = List.of("lease", "member", "rollout", "pause");

    private ClusterSchema() {}

    /** Whether the keyspace and all tables exist on this node. */
    static boolean exists() {
        KeyspaceMetadata keyspace = Schema.instance.getKeyspaceMetadata(KEYSPACE);
        return keyspace != null && TABLES.stream().allMatch(table -> keyspace.getTableOrViewNullable(table) != null);
    }

    /**
     * Creates what is missing.
     *
     * @param datacenters names of all datacenters
     * @throws ClusterException if a statement fails
     */
    static void create(Set<String> datacenters) throws ClusterException {
        execute("CREATE KEYSPACE IF NOT EXISTS " + KEYSPACE
                + " WITH replication = {'class': 'NetworkTopologyStrategy', " + replicas(datacenters) + "}");
        for (String statement : statements()) {
            execute(statement);
        }
    }

    /** The entries of the replication for some datacenters. */
    static String replicas(Set<String> datacenters) {
        return datacenters.stream()
                .map(datacenter -> TableStatements.quoted(datacenter) + ": " + REPLICAS)
                .collect(Collectors.joining(", "));
    }

    private static List<String> statements() {
        try (InputStream file = ClusterSchema.class.getResourceAsStream("cluster.cql")) {
            return Stream.of(new String(file.readAllBytes(), StandardCharsets.UTF_8)
                            .replaceAll("(?m)^--.*$", "")
                            .split(";"))
                    .map(String::strip)
                    .filter(statement -> !statement.isEmpty())
                    .toList();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static void execute(String cql) throws ClusterException {
        try {
            Cql.execute(cql, ConsistencyLevel.LOCAL_QUORUM);
        } catch (RequestExecutionException | RequestValidationException failure) {
            throw new ClusterException("the tables of the cluster cannot be created: " + failure.getMessage(), failure);
        }
    }
}
