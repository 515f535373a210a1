package io.rafiki.ycsb;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.IntStream;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/**
 * The binding's settings, read from YCSB's properties; docs/trials.md describes each.
 *
 * @param contactPoints at least one; all belong to the same cluster
 * @param columns names of the record's fields, which are columns of the table
 * @param compaction compaction options for table creation, as a JSON object
 * @param comment comment of a created table
 * @param loading whether this is YCSB's load phase
 * @param insertsInFlight maximum number of pending inserts while loading; 0 for synchronous inserts
 * @param series file of the per-second series
 */
record BindingSettings(
        List<InetSocketAddress> contactPoints,
        String localDatacenter,
        String keyspace,
        String table,
        List<String> columns,
        ConsistencyLevel consistency,
        Duration requestTimeout,
        boolean create,
        Optional<String> compaction,
        Optional<String> comment,
        boolean loading,
        int insertsInFlight,
        Optional<Path> series) {

    private static final int DEFAULT_PORT = 9042;
    private static final String IDENTIFIER = "[a-z][a-z0-9_]*";

    /** @throws PropertyException if a property is invalid */
    static BindingSettings of(Properties properties) {
        Property series = new Property(properties, "rafiki.series");
        Property compaction = new Property(properties, "cassandra.compaction");
        Property comment = new Property(properties, "cassandra.comment");
        return new BindingSettings(
                contactPoints(new Property(properties, "cassandra.contactpoints")),
                new Property(properties, "cassandra.localdatacenter").text("datacenter1"),
                identifier(new Property(properties, "cassandra.keyspace"), "ycsb"),
                identifier(
                        new Property(properties, CoreWorkload.TABLENAME_PROPERTY),
                        CoreWorkload.TABLENAME_PROPERTY_DEFAULT),
                columns(properties),
                consistency(new Property(properties, "cassandra.consistency")),
                Duration.ofMillis(
                        new Property(properties, "cassandra.request.timeout.ms").whole(10_000, 1, Integer.MAX_VALUE)),
                new Property(properties, "cassandra.create").flag(true),
                compaction.isSet() ? Optional.of(compaction.text("")) : Optional.empty(),
                comment.isSet() ? Optional.of(comment.text("")) : Optional.empty(),
                !new Property(properties, Client.DO_TRANSACTIONS_PROPERTY).flag(true),
                (int) new Property(properties, "cassandra.load.inflight").whole(0, 0, DriverConfiguration.MAX_INSERTS),
                series.isSet() ? Optional.of(Path.of(series.text(""))) : Optional.empty());
    }

    private static List<InetSocketAddress> contactPoints(Property property) {
        List<InetSocketAddress> points = new ArrayList<>();
        for (String point : property.text("127.0.0.1").split(",", -1)) {
            points.add(contactPoint(property.name(), point.trim()));
        }
        return List.copyOf(points);
    }

    private static InetSocketAddress contactPoint(String property, String point) {
        int colon = point.lastIndexOf(':');
        String host = colon < 0 ? point : point.substring(0, colon);
        String port = colon < 0 ? Integer.toString(DEFAULT_PORT) : point.substring(colon + 1);
        if (host.isEmpty() || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
            throw new PropertyException(property, "host:port, comma-separated", "'" + point + "'", "Correct it.");
        }
        return new InetSocketAddress(host, Integer.parseInt(port));
    }

    private static String identifier(Property property, String fallback) {
        String name = property.text(fallback);
        if (!name.matches(IDENTIFIER)) {
            throw new PropertyException(
                    property.name(), "a CQL identifier (" + IDENTIFIER + ")", "'" + name + "'", "Rename it.");
        }
        return name;
    }

    private static List<String> columns(Properties properties) {
        long count = new Property(properties, CoreWorkload.FIELD_COUNT_PROPERTY).whole(10, 1, 1000);
        String prefix = identifier(
                new Property(properties, CoreWorkload.FIELD_NAME_PREFIX), CoreWorkload.FIELD_NAME_PREFIX_DEFAULT);
        return IntStream.range(0, (int) count).mapToObj(i -> prefix + i).toList();
    }

    private static ConsistencyLevel consistency(Property property) {
        String name = property.text("LOCAL_ONE");
        try {
            return DefaultConsistencyLevel.valueOf(name);
        } catch (IllegalArgumentException unknown) {
            throw new PropertyException(
                    property.name(), "one of " + List.of(DefaultConsistencyLevel.values()), name, "Correct it.");
        }
    }
}
