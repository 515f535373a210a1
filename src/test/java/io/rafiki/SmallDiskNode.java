package io.rafiki;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.rafiki.node.CompactionStats;
import io.rafiki.node.DiskSpace;
import io.rafiki.node.RewriteReading;
import io.rafiki.node.TableName;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** A real node whose data are on a small disk, with its clients and its operator. A file fills the disk. */
final class SmallDiskNode implements AutoCloseable {

    /** Operations of the clients: reads of small partitions, reads of a large one, which take longer, and writes. */
    enum Work {
        READ,
        READ_LARGE,
        WRITE
    }

    private static final TableName TABLE = new TableName("disk", "rows");
    private static final String TUNER = "io.rafiki:type=Tuner";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int IN_FLIGHT = 100;
    private static final int LARGE = 0;
    private static final int LARGE_ROWS = 1_000;
    private static final int LARGE_ROW_BYTES = 10;
    private static final int ROW_BYTES = 1_000;
    private static final int MEBIBYTE = 1 << 20;

    private final RealNode node;
    private final CqlSession session;
    private final PreparedStatement read;
    private final PreparedStatement write;
    private final CompactionStats compactions;
    private final DiskSpace disks;
    private final Path filler;

    private SmallDiskNode(RealNode node, Path disk) {
        this.node = node;
        filler = disk.resolve("filler");
        compactions = new CompactionStats(node.beans());
        disks = new DiskSpace(node.beans());
        session = node.session();
        session.execute("CREATE KEYSPACE IF NOT EXISTS " + TABLE.keyspace()
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                + " (id int, part int, body blob, PRIMARY KEY (id, part)) WITH compaction ="
                + " {'class': 'SizeTieredCompactionStrategy'}");
        read = session.prepare("SELECT body FROM " + TABLE + " WHERE id = ?");
        write = session.prepare("INSERT INTO " + TABLE + " (id, part, body) VALUES (?, ?, ?)");
    }

    /**
     * Starts the node. Its compactions are slow, and Cassandra itself reserves no space of the disk. A node without its table is killed.
     *
     * @param folder contains rafiki.yaml; its folder {@code disk} is the disk
     */
    static SmallDiskNode start(Path folder) throws IOException, InterruptedException {
        Path disk = folder.resolve("disk");
        Map<String, Object> yaml = Map.of(
                "data_file_directories",
                List.of(disk.resolve("data").toString()),
                "min_free_space_per_drive",
                "1MiB",
                "compaction_throughput",
                "1MiB/s");
        RealNode node = RealNode.start(folder, yaml, Map.of(), RealNode.agent(folder.resolve("rafiki.yaml")));
        node.awaitTuner();
        try {
            return new SmallDiskNode(node, disk);
        } catch (RuntimeException e) {
            node.kill();
            throw e;
        }
    }

    /**
     * Writes data files. Each has the large partition.
     *
     * @param rows of 1 kB in each file
     */
    void load(int files, int rows) throws IOException {
        Random random = new Random(1);
        byte[] body = new byte[ROW_BYTES];
        for (int file = 0; file < files; file++) {
            send(LARGE_ROWS, row -> write.bind(LARGE, row, ByteBuffer.allocate(LARGE_ROW_BYTES)));
            send(rows, row -> {
                random.nextBytes(body);
                return write.bind(1 + row, 0, ByteBuffer.wrap(body.clone()));
            });
            node.flush(TABLE.keyspace());
        }
    }

    /** Has the clients work until the condition holds, which is asked once per hundred operations. */
    void until(Work work, Callable<Boolean> reached) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!reached.call()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not in time: " + status());
            }
            send(IN_FLIGHT, i -> operation(work, i));
        }
    }

    private BoundStatement operation(Work work, int i) {
        return switch (work) {
            case READ -> read.bind(1 + i);
            case READ_LARGE -> read.bind(LARGE);
            case WRITE -> write.bind(1 + i, 0, ByteBuffer.allocate(LARGE_ROW_BYTES));
        };
    }

    private void send(int count, IntFunction<BoundStatement> operation) {
        List<CompletionStage<AsyncResultSet>> running = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            running.add(session.executeAsync(operation.apply(i)));
            if (running.size() == IN_FLIGHT || i == count - 1) {
                running.forEach(one -> one.toCompletableFuture().join());
                running.clear();
            }
        }
    }

    /** Fills the disk until no more than this share of it is free. */
    void fill(double free) throws IOException {
        FileStore store = Files.getFileStore(filler.getParent());
        byte[] block = new byte[MEBIBYTE];
        try (OutputStream file = Files.newOutputStream(filler)) {
            while (store.getUsableSpace() > free * store.getTotalSpace()) {
                file.write(block);
            }
        }
    }

    /** Deletes the file that fills the disk. */
    void makeSpace() throws IOException {
        Files.delete(filler);
    }

    /** The disk and the compactions of the table. */
    RewriteReading reading() throws Exception {
        return compactions.reading(List.of(TABLE), disks::disks);
    }

    /** The compaction option of the table. */
    String compaction() throws Exception {
        return String.valueOf(node.attribute(
                "org.apache.cassandra.db:type=Tables,keyspace=" + TABLE.keyspace() + ",table=" + TABLE.table(),
                "CompactionParametersJson"));
    }

    /**
     * Has the clients work, and requests proposals for this workload alone, until one makes a change.
     *
     * @return its id
     */
    String proposal(Work work, String change) throws Exception {
        AtomicReference<String> id = new AtomicReference<>();
        until(work, () -> isMeasured(work));
        Object begun = windowEnd();
        // the clients worked for a part of the first window only, which can be too short for a mean latency
        until(work, () -> {
            if (!isMeasured(work) || windowEnd().equals(begun)) {
                return false;
            }
            CompositeData decision = (CompositeData) node.tunerOperation("propose");
            id.set((String) decision.get("id"));
            return String.valueOf(decision.get("changes")).contains(change);
        });
        return id.get();
    }

    /** Whether the last window has operations of this kind only. */
    boolean isMeasured(Work work) throws Exception {
        return node.tuner("Workload") instanceof CompositeData window
                && window.get("readRatio") instanceof Double ratio
                && Math.abs(ratio - (work == Work.WRITE ? 0 : 1)) < 0.01;
    }

    private Object windowEnd() throws Exception {
        return ((CompositeData) node.tuner("Workload")).get("windowEnd");
    }

    /** Applies a proposal, and returns the id of the change. */
    String apply(String proposal) throws Exception {
        return (String) ((CompositeData) node.tunerOperation("apply", proposal)).get("id");
    }

    /** Executes a command of the operator. */
    void tell(String verb, String... words) throws Exception {
        node.tunerOperation(verb, words);
    }

    String status() throws Exception {
        return String.valueOf(node.tuner("Status"));
    }

    /** Plans that were applied since the start. */
    long applied() throws Exception {
        return (Long) node.tuner("PlansApplied");
    }

    /** The last decision with a value; empty if there is none. */
    Optional<CompositeData> decision(String key, String value) throws Exception {
        CompositeData[] history = (CompositeData[])
                node.beans().invoke(new ObjectName(TUNER), "history", new Object[] {1_000}, new String[] {"int"});
        return Stream.of(history)
                .filter(decision -> value.equals(decision.get(key)))
                .reduce((earlier, later) -> later);
    }

    /** Whether a decision with this reason was executed and read back. */
    boolean isDone(String code) throws Exception {
        return decision("code", code)
                .filter(decision -> "ok".equals(decision.get("readBack")))
                .isPresent();
    }

    /** Ends the node as a loss of power would. */
    void kill() throws InterruptedException {
        session.close();
        node.kill();
    }

    @Override
    public void close() throws IOException {
        session.close();
        node.close();
    }
}
