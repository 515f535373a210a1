package io.rafiki.node;

import io.rafiki.workload.ClientCounts;
import io.rafiki.workload.CounterSample;
import io.rafiki.workload.CounterSource;
import io.rafiki.workload.TableCounts;
import io.rafiki.workload.WindowGauges;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.Notification;
import javax.management.NotificationListener;
import javax.management.ObjectName;

/**
 * Counts the reads and writes of each user table with Cassandra's table metrics.
 *
 * <p>Metric names are looked up once. Notifications of the MBean server report new and dropped tables. A query of all names is expensive,
 * because 48 system tables alone have thousands of MBeans.
 *
 * <p>The counts are exact and local to the node: a client's write counts once on each replica. Indexes have another metric type and are
 * excluded. A materialised view counts as a table.
 */
public final class TableMetricsSource implements CounterSource {

    /** Keyspaces that Cassandra itself reads and writes (SchemaConstants), and those of 6.0. */
    private static final Set<String> INTERNAL_KEYSPACES = Set.of(
            "system",
            "system_schema",
            "system_auth",
            "system_distributed",
            "system_traces",
            "system_views",
            "system_virtual_schema",
            "system_cluster_metadata",
            "rafiki_cluster");

    /**
     * The metric that identifies a table, with the key order of JMX. Names are matched as text: an ObjectName that is asked for one key
     * caches a map of all keys. For the twelve thousand names of a node with a few tables these maps take 7 MiB.
     */
    private static final Pattern READS = Pattern.compile(
            Pattern.quote(MetricName.DOMAIN) + ":keyspace=(\\w+),name=ReadLatency,scope=(\\w+),type=Table");

    private final MBeanServerConnection server;
    private final ClientMetrics clients;
    private final NodeGauges gauges;
    private final LongSupplier nanoTime;
    private final Consumer<Throwable> errors;
    private final Map<ObjectName, Counters> tables = new ConcurrentHashMap<>();

    /** Tables that were dropped since the last sample. */
    private final Set<String> dropped = ConcurrentHashMap.newKeySet();

    /** A user table and the three timers that count its operations. */
    private record Counters(String table, ObjectName reads, ObjectName writes, ObjectName scans) {}

    private TableMetricsSource(MBeanServerConnection server, LongSupplier nanoTime, Consumer<Throwable> errors) {
        this.server = server;
        this.nanoTime = nanoTime;
        this.errors = errors;
        this.clients = new ClientMetrics(server);
        this.gauges = new NodeGauges(server);
    }

    /**
     * Finds the existing tables, and follows new ones while the connection is open.
     *
     * @param nanoTime a monotonic clock
     * @param errors receives the error that prevented a new table from being followed
     * @throws IOException if the connection fails
     */
    public static TableMetricsSource follow(
            MBeanServerConnection server, LongSupplier nanoTime, Consumer<Throwable> errors) throws IOException {
        TableMetricsSource source = new TableMetricsSource(server, nanoTime, errors);
        NotificationListener listener = (notification, handback) -> source.handle(notification);
        try {
            // listen before the query: a table created in between is found twice, never missed
            server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, listener, null, null);
            server.queryNames(MetricName.of("*"), null).forEach(source::add);
        } catch (JMException refused) {
            throw new IOException("the node's tables cannot be looked up: " + refused, refused);
        }
        return source;
    }

    /** @throws IllegalStateException if the connection is lost */
    @Override
    public CounterSample sample() {
        List<TableCounts> counts = new ArrayList<>(tables.size());
        tables.values().forEach(table -> addCounts(table, counts));
        long now = nanoTime.getAsLong();
        ClientCounts requests = clients.read();
        WindowGauges present = gauges.read(now);
        Set<String> gone = Set.copyOf(dropped);
        dropped.removeAll(gone);
        return new CounterSample(now, counts, requests, present, gone);
    }

    private void addCounts(Counters table, List<TableCounts> counts) {
        try {
            counts.add(
                    new TableCounts(table.table(), count(table.reads()), count(table.writes()), count(table.scans())));
        } catch (InstanceNotFoundException passing) {
            // the table is being created or dropped, and a notification follows
        } catch (JMException | IOException lost) {
            throw new IllegalStateException("the counters of " + table.table() + " cannot be read: " + lost, lost);
        }
    }

    private long count(ObjectName timer) throws JMException, IOException {
        return ((Number) server.getAttribute(timer, "Count")).longValue();
    }

    /**
     * Runs on the Cassandra thread that creates or drops a metric, so no exception may escape. A table whose notification fails is not
     * measured.
     */
    private void handle(Notification notification) {
        try {
            onNotification(notification);
        } catch (Throwable ours) {
            errors.accept(ours);
        }
    }

    private void onNotification(Notification notification) {
        if (notification instanceof MBeanServerNotification change) {
            ObjectName name = change.getMBeanName();
            if (MBeanServerNotification.UNREGISTRATION_NOTIFICATION.equals(change.getType())) {
                Counters former = tables.remove(name);
                if (former != null) {
                    dropped.add(former.table());
                }
                gauges.remove(name);
            } else {
                add(name);
            }
        }
    }

    /** Follows a user table, if this is the name of its read metric. */
    private void add(ObjectName reads) {
        Matcher name = READS.matcher(reads.getCanonicalName());
        if (!name.matches() || INTERNAL_KEYSPACES.contains(name.group(1))) {
            return;
        }
        String keyspace = name.group(1);
        String table = name.group(2);
        tables.put(
                reads,
                new Counters(
                        keyspace + "." + table,
                        reads,
                        metric(keyspace, table, "WriteLatency"),
                        metric(keyspace, table, "RangeLatency")));
        gauges.follow(keyspace);
    }

    private static ObjectName metric(String keyspace, String table, String name) {
        return MetricName.of("type=Table,keyspace=" + keyspace + ",scope=" + table + ",name=" + name);
    }
}
