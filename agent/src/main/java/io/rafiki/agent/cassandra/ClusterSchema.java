package io.rafiki.agent.cassandra;

import io.rafiki.cluster.ClusterException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.exceptions.RequestExecutionException;
import org.apache.cassandra.exceptions.RequestValidationException;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Schema;

/**
 * The keyspace {@code rafiki_cluster}. One node creates it, with table ids that are the same on every node, so that two nodes cannot create
 * different tables of one name. It is never altered; its replication is the operator's.
 */
final class ClusterSchema {

    static final String KEYSPACE = "rafiki_cluster";

    /** Also in a smaller datacenter, because nodes may join later. */
    private static final int REPLICAS = 3;

    private static final List<String> TABLES = List.of("lease", "member", "rollout", "pause");

    private static final String OPTIONS = " AND gc_grace_seconds = 3600";

    private static final Map<String, String> COLUMNS = Map.of(
            "lease",
            "(datacenter text PRIMARY KEY, epoch bigint, holder text)",
            "pause",
            "(datacenter text PRIMARY KEY, reason text)",
            "member",
            "(datacenter text, id text, address text, rack text, versions text, mode text, configuration text,"
                    + " windows bigint, read_ratio double, service_us double, tail_us double, cpu_us double,"
                    + " disk_bytes double, debt double, errors bigint, proposal text,"
                    + " proposal_values frozen<map<text, text>>, proposal_tables frozen<list<text>>,"
                    + " proposal_rewrites_data boolean, proposal_gain_percent double, problem text,"
                    + " PRIMARY KEY (datacenter, id))",
            "rollout",
            "(datacenter text, number bigint, version bigint, epoch bigint, phase text, requested text, reason text,"
                    + " requested_by text, proposal text, new_values frozen<map<text, text>>,"
                    + " tables frozen<list<text>>, rewrites_data boolean, gain_percent double, canary text,"
                    + " peers frozen<list<text>>, steps frozen<map<text, text>>, changed frozen<list<text>>,"
                    + " differences_before frozen<map<text, frozen<list<double>>>>,"
                    + " differences_after frozen<map<text, frozen<list<double>>>>, errors bigint,"
                    + " PRIMARY KEY (datacenter, number)) WITH CLUSTERING ORDER BY (number DESC)");

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
        String replication = datacenters.stream()
                .map(datacenter -> "'" + datacenter + "': " + REPLICAS)
                .collect(Collectors.joining(", "));
        execute("CREATE KEYSPACE IF NOT EXISTS " + KEYSPACE
                + " WITH replication = {'class': 'NetworkTopologyStrategy', " + replication + "}");
        for (String table : TABLES) {
            String columns = COLUMNS.get(table);
            execute("CREATE TABLE IF NOT EXISTS " + KEYSPACE + "." + table + " " + columns
                    + (columns.contains(" WITH ") ? " AND id = " : " WITH id = ")
                    + UUID.nameUUIDFromBytes((KEYSPACE + "." + table).getBytes(StandardCharsets.UTF_8))
                    + OPTIONS);
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
