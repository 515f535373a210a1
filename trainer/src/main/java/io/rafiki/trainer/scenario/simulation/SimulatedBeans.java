package io.rafiki.trainer.scenario.simulation;

import io.rafiki.knob.ChangeCost;
import io.rafiki.knob.KnobCatalogue;
import io.rafiki.knob.KnobDefinition;
import io.rafiki.knob.LiveBinding;
import io.rafiki.node.DataDisk;
import io.rafiki.node.NodeException;
import io.rafiki.node.NodeKnobs;
import io.rafiki.node.TableName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.InvalidAttributeValueException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * The MBeans of a simulated node, with the names, attributes and types of a Cassandra node. The tuner uses the same adapter as on a real
 * node.
 */
final class SimulatedBeans {

    /** Data files of the table. */
    private static final int FILES = 4;

    /** The table that clients use. */
    static final TableName TABLE = new TableName("simulated", "rows");

    /** A table that exists for short times. */
    static final TableName OTHER = new TableName("simulated", "other");

    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";
    private static final String METRICS = "org.apache.cassandra.metrics:";

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final Map<String, SimulatedBean> beans = new LinkedHashMap<>();
    private final SimulatedNode node;
    private final NodeKnobs knobs;
    private Fault nextWrite;

    SimulatedBeans(KnobCatalogue catalogue, SimulatedNode node) throws JMException, NodeException {
        this.node = node;
        bean(STORAGE_SERVICE);
        for (KnobDefinition entry : catalogue.entries()) {
            if (entry.live().isPresent()) {
                addKnob(entry, entry.live().get());
            }
        }
        addHealth();
        bean(METRICS + "type=Compaction,name=PendingTasks").offers("Value", node::pendingCompactions);
        addCompactions();
        bean(METRICS + size(TABLE)).offers("Count", node::liveBytes);
        bean(METRICS + size(OTHER)).offers("Count", () -> 0L);
        for (Map.Entry<String, SimulatedBean> bean : beans.entrySet()) {
            server.registerMBean(bean.getValue(), new ObjectName(bean.getKey()));
        }
        knobs = new NodeKnobs(server, catalogue);
        for (KnobDefinition entry : catalogue.entries()) {
            if (entry.live().isPresent()) {
                node.set(entry.name(), entry.knob().value(code(entry)), ChangeCost.INSTANT);
            }
        }
    }

    MBeanServer server() {
        return server;
    }

    void failNextWrite(Fault fault) {
        nextWrite = fault;
    }

    /** The node is the only one of its cluster, without repair and streams. */
    private void addHealth() {
        SimulatedBean service = bean(STORAGE_SERVICE);
        service.offers("OperationMode", () -> "NORMAL");
        for (String nodes : List.of("LiveNodes", "UnreachableNodes", "JoiningNodes", "LeavingNodes", "MovingNodes")) {
            service.offers(nodes, List::of);
        }
        bean("org.apache.cassandra.net:type=StreamManager").offers("CurrentStreams", Set::of);
        bean("org.apache.cassandra.db:type=RepairService");
        bean(METRICS + "type=Storage,name=TotalHints").offers("Count", () -> 0L);
    }

    /** At most one compaction runs. It reads the data file if a change rewrites data. */
    private void addCompactions() {
        CompactionModel data = node.data();
        bean("org.apache.cassandra.db:type=CompactionManager").offers("Compactions", () -> compactions(data));
        bean(METRICS + "type=Compaction,name=CompressedBytesCompacted")
                .offers("Count", () -> Math.round(data.compacted() - data.rewritten()));
        bean(METRICS + "type=Compaction,name=PendingTasksByTableName")
                .offers("Value", () -> Map.of(TABLE.keyspace(), Map.of(TABLE.table(), data.pending())));
    }

    private static List<Map<String, String>> compactions(CompactionModel data) {
        if (data.pending() == 0) {
            return List.of();
        }
        boolean rewrites = data.rewriting() > 0;
        return List.of(Map.of(
                "compactionId",
                "1",
                "keyspace",
                TABLE.keyspace(),
                "columnfamily",
                TABLE.table(),
                "taskType",
                "Compaction",
                "unit",
                "bytes",
                "completed",
                Long.toString(Math.round(data.rewritten())),
                "total",
                Long.toString(Math.round(rewrites ? data.rewriting() : data.debt())),
                "sstables",
                rewrites
                        ? dataFiles(data).stream()
                                .map(file -> "path='/data/" + file + "'")
                                .collect(Collectors.joining(", "))
                        : ""));
    }

    /** Similar files, which every strategy compacts after a change. */
    private static List<String> dataFiles(CompactionModel data) {
        return IntStream.rangeClosed(1, FILES)
                .mapToObj(
                        file -> TABLE.keyspace() + "/" + TABLE.table() + "-1/nb-" + data.file() + file + "-big-Data.db")
                .toList();
    }

    /** The disk is never short. */
    List<DataDisk> disks() {
        long live = node.liveBytes();
        Map<String, Long> files = new HashMap<>();
        dataFiles(node.data()).forEach(file -> files.put(file, live / FILES));
        return List.of(new DataDisk("/data", 10 * live, 20 * live, files, 0));
    }

    private void addKnob(KnobDefinition entry, LiveBinding live) {
        for (TableName table : List.of(TABLE, OTHER)) {
            String name = live.object().replace("{keyspace}", table.keyspace()).replace("{table}", table.table());
            boolean heard = table.equals(TABLE) || !live.object().contains("{table}");
            for (String attribute : live.attributes()) {
                bean(name).holds(attribute, atStart(entry, live), write -> written(heard, entry, write));
            }
        }
    }

    /** Executes the write of an attribute. */
    private void written(boolean heard, KnobDefinition entry, Runnable write) throws InvalidAttributeValueException {
        Fault fault = nextWrite;
        nextWrite = null;
        if (fault == Fault.WRITE_REFUSED) {
            throw new InvalidAttributeValueException(entry.name() + " is refused, as a simulated fault");
        }
        if (fault == Fault.WRITE_FORGOTTEN) {
            return;
        }
        try {
            double before = code(entry);
            write.run();
            double after = code(entry);
            if (heard) {
                node.set(entry.name(), entry.knob().value(after), entry.costOf(before, after));
            }
        } catch (NodeException unknown) {
            throw new InvalidAttributeValueException(unknown.getMessage());
        }
    }

    private double code(KnobDefinition entry) throws NodeException {
        return knobs.reading(entry.name(), List.of(TABLE)).code();
    }

    private SimulatedBean bean(String name) {
        return beans.computeIfAbsent(name, unseen -> new SimulatedBean());
    }

    private static String size(TableName table) {
        return "type=Table,keyspace=" + table.keyspace() + ",scope=" + table.table() + ",name=LiveDiskSpaceUsed";
    }

    private static Object atStart(KnobDefinition entry, LiveBinding live) {
        double code = entry.knob().defaultCode();
        return switch (live.type()) {
            case INT -> (Object) (int) Double.parseDouble(entry.liveNumber(code));
            case LONG -> (Object) (long) Double.parseDouble(entry.liveNumber(code));
            case DOUBLE -> (Object) Double.parseDouble(entry.liveNumber(code));
            case JSON ->
                entry.tableOption(code).orElse(Map.of()).entrySet().stream()
                        .map(option -> "\"" + option.getKey() + "\":\"" + option.getValue() + "\"")
                        .collect(Collectors.joining(",", "{", "}"));
        };
    }
}
