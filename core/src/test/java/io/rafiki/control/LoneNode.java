package io.rafiki.control;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InvalidAttributeValueException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/** An MBean server with beans of the names, attributes and types by which Cassandra 5.0 offers its knobs. */
final class LoneNode {

    final MBeanServer server = MBeanServerFactory.newMBeanServer();
    final Bean mutationStage =
            register("org.apache.cassandra.request:type=MutationStage", Map.of("MaximumPoolSize", 32));
    final Bean readStage = register("org.apache.cassandra.request:type=ReadStage", Map.of("MaximumPoolSize", 32));
    final Bean storageService = register(
            "org.apache.cassandra.db:type=StorageService",
            Map.of(
                    "ConcurrentCompactors",
                    2,
                    "CompactionThroughputMbPerSec",
                    64,
                    "OperationMode",
                    "NORMAL",
                    "LiveNodes",
                    List.of("127.0.0.1"),
                    "UnreachableNodes",
                    List.of(),
                    "JoiningNodes",
                    List.of(),
                    "LeavingNodes",
                    List.of(),
                    "MovingNodes",
                    List.of(),
                    "AllDataFileLocations",
                    new String[0]));
    final Bean streams = register("org.apache.cassandra.net:type=StreamManager", Map.of("CurrentStreams", Set.of()));
    final Bean repairs = register("org.apache.cassandra.db:type=RepairService", Map.of("sessions", 0));
    final Bean hints = register("org.apache.cassandra.metrics:type=Storage,name=TotalHints", Map.of("Count", 0L));
    final Bean collector =
            register("java.lang:type=GarbageCollector,name=G1 Young Generation", Map.of("CollectionTime", 0L));
    final Bean table = register(
            "org.apache.cassandra.db:type=Tables,keyspace=ycsb,table=usertable",
            Map.of("CompactionParametersJson", "{\"class\":\"SizeTieredCompactionStrategy\"}"));
    final Bean pendingCompactions =
            register("org.apache.cassandra.metrics:type=Compaction,name=PendingTasks", Map.of("Value", 0));
    final Bean liveBytes = register(
            "org.apache.cassandra.metrics:type=Table,keyspace=ycsb,scope=usertable,name=LiveDiskSpaceUsed",
            Map.of("Count", 512_000_000L));

    final Bean pendingByTable = register(
            "org.apache.cassandra.metrics:type=Compaction,name=PendingTasksByTableName", Map.of("Value", Map.of()));
    final Bean compactedBytes =
            register("org.apache.cassandra.metrics:type=Compaction,name=CompressedBytesCompacted", Map.of("Count", 0L));
    final Bean compactions =
            register("org.apache.cassandra.db:type=CompactionManager", Map.of("Compactions", List.of()));

    /** The bean of the agent, without the knobs of the storage. */
    final Bean agent = register("io.rafiki:type=StorageKnobs", Map.of());

    /** Adds a table to keyspace ycsb. */
    Bean addTable(String table, String compaction, long bytes) {
        register(
                "org.apache.cassandra.metrics:type=Table,keyspace=ycsb,scope=" + table + ",name=LiveDiskSpaceUsed",
                Map.of("Count", bytes));
        return register(
                "org.apache.cassandra.db:type=Tables,keyspace=ycsb,table=" + table,
                Map.of("CompactionParametersJson", compaction));
    }

    /** The node counts uncompressed bytes, as before 5.0.9. Its data is compressed to a tenth, but not {@code ycsb.usertable}. */
    void countsUncompressedBytes() throws JMException {
        String metrics = "org.apache.cassandra.metrics:";
        server.unregisterMBean(new ObjectName(metrics + "type=Compaction,name=CompressedBytesCompacted"));
        server.registerMBean(compactedBytes, new ObjectName(metrics + "type=Compaction,name=BytesCompacted"));
        register(metrics + "type=Storage,name=Load", Map.of("Count", 1_000L));
        register(metrics + "type=Storage,name=UncompressedLoad", Map.of("Count", 10_000L));
        register(metrics + "type=Table,keyspace=ycsb,scope=usertable,name=CompressionRatio", Map.of("Value", -1.0));
    }

    private Bean register(String name, Map<String, Object> attributes) {
        try {
            Bean bean = new Bean(attributes);
            server.registerMBean(bean, new ObjectName(name));
            return bean;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Throws what needs no declaration. */
    static void raise(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }

    /** Values by name; some may be told to refuse a value or to forget it. An operation is heard and does nothing. */
    static final class Bean implements DynamicMBean {

        final Map<String, Object> values;
        boolean refuses;
        Runnable whenRefused = () -> {};
        Runnable beforeSet = () -> {};
        Consumer<Attribute> recorder = attribute -> {};
        boolean forgets;
        final List<String> calls = new ArrayList<>();

        /** What an operation returns. */
        final Map<String, Object> results = new ConcurrentHashMap<>();

        /** An operation that fails. */
        String failing = "";

        Runnable whenWritten = () -> {};
        int writes;
        private int untilError = -1;
        private Supplier<Throwable> error;

        Bean(Map<String, Object> values) {
            this.values = new ConcurrentHashMap<>(values);
        }

        /** Has one call fail: the next for 0, the one after it for 1. */
        void throwAt(int call, Supplier<Throwable> thrown) {
            untilError = call;
            error = thrown;
        }

        private void fail() {
            if (untilError-- == 0) {
                raise(error.get());
            }
        }

        @Override
        public Object getAttribute(String name) throws AttributeNotFoundException {
            fail();
            if (!values.containsKey(name)) {
                throw new AttributeNotFoundException(name);
            }
            return values.get(name);
        }

        @Override
        public void setAttribute(Attribute attribute) throws InvalidAttributeValueException {
            writes++;
            recorder.accept(attribute);
            beforeSet.run();
            fail();
            if (refuses) {
                whenRefused.run();
                throw new InvalidAttributeValueException(attribute.getName() + " may not be " + attribute.getValue());
            }
            if (!forgets) {
                values.put(attribute.getName(), attribute.getValue());
            }
            whenWritten.run();
        }

        @Override
        public AttributeList getAttributes(String[] names) {
            AttributeList list = new AttributeList();
            List.of(names).forEach(name -> list.add(new Attribute(name, values.get(name))));
            return list;
        }

        @Override
        public AttributeList setAttributes(AttributeList attributes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object invoke(String name, Object[] arguments, String[] signature) {
            calls.add(name + (arguments == null ? "" : Arrays.deepToString(arguments)));
            if (name.equals(failing)) {
                throw new IllegalStateException(name + ": Compaction interrupted");
            }
            return name.equals("parentRepairSessionsCount")
                    ? values.get("sessions")
                    : results.getOrDefault(name, Map.of());
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            MBeanAttributeInfo[] attributes = values.entrySet().stream()
                    .map(entry -> new MBeanAttributeInfo(
                            entry.getKey(), entry.getValue().getClass().getName(), "", true, true, false))
                    .toArray(MBeanAttributeInfo[]::new);
            return new MBeanInfo(Bean.class.getName(), "", attributes, null, null, null);
        }
    }
}
