package io.rafiki.trainer.datastore;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.trainer.ycsb.Ycsb;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Prepared data sets, one per shape and layout, made when first asked for.
 *
 * <p>The rows are loaded once, in the first layout that is asked for; every other layout is derived from that one by ALTER TABLE, and kept
 * when its compactions have settled, so that no trial pays for a conversion.
 */
public final class DatasetStore {

    public static final String KEYSPACE = "ycsb";
    public static final String TABLE = "usertable";

    private static final String BUILDING = "building";
    private static final int HEAP_MIB = 1024;
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration SETTLE = Duration.ofMinutes(30);
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final JsonMapper JSON = new JsonMapper();

    private final Path root;
    private final Cassandra cassandra;
    private final ProcessLedger ledger;
    private final Ycsb ycsb;
    private final Consumer<String> say;

    /**
     * @param root folder of all data sets
     * @param cassandra whose files they are
     * @param say hears one line before each step that takes long
     */
    public DatasetStore(Path root, Cassandra cassandra, ProcessLedger ledger, Ycsb ycsb, Consumer<String> say) {
        this.root = root.toAbsolutePath();
        this.cassandra = cassandra;
        this.ledger = ledger;
        this.ycsb = ycsb;
        this.say = say;
    }

    /**
     * The data set of this shape in this layout. Several collectors may share the store: they prepare one after the other.
     *
     * @param base the layout in which the rows are loaded
     */
    public Dataset prepare(DataShape shape, Layout base, Layout layout) throws IOException, InterruptedException {
        Dataset dataset = dataset(shape, layout);
        if (isPrepared(shape, base, layout)) {
            return dataset;
        }
        Files.createDirectories(root);
        try (FileChannel lock = lock(root)) {
            lock.lock();
            return make(shape, base, layout);
        }
    }

    private Dataset make(DataShape shape, Layout base, Layout layout) throws IOException, InterruptedException {
        Dataset dataset = dataset(shape, layout);
        ObjectNode manifest = manifest(shape, base, layout);
        if (dataset.holds(manifest)) {
            return dataset;
        }
        Path building = root.resolve(BUILDING);
        Folders.delete(building);
        Files.createDirectories(building);
        if (layout.equals(base)) {
            say.accept("loading " + shape.records() + " rows of " + (long) shape.fields() * shape.fieldBytes() + " B, "
                    + layout.name());
            load(shape, base, building);
        } else {
            Dataset loaded = make(shape, base, base);
            Folders.delete(building);
            Files.createDirectories(building);
            say.accept("laying the rows out as " + layout.name());
            loaded.copyTo(building);
            convert(layout, building);
        }
        Folders.delete(building.resolve("data").resolve("commitlog"));
        Folders.delete(building.resolve("conf"));
        Folders.delete(building.resolve("tmp"));
        Files.deleteIfExists(building.resolve("node.log"));
        new Dataset(building).complete(manifest);
        Folders.delete(dataset.folder());
        Files.createDirectories(dataset.folder().getParent());
        Files.move(building, dataset.folder(), StandardCopyOption.ATOMIC_MOVE);
        return dataset;
    }

    /** Removes what an interrupted {@link #prepare} has left in a store; what another JVM is making there stays. */
    public static void discardUnfinished(Path root) throws IOException {
        Path building = root.resolve(BUILDING);
        if (!Files.exists(building)) {
            return;
        }
        try (FileChannel lock = lock(root)) {
            if (isOurs(lock)) {
                Folders.delete(building);
            }
        }
    }

    private static FileChannel lock(Path root) throws IOException {
        return FileChannel.open(root.resolve(".data.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private static boolean isOurs(FileChannel lock) throws IOException {
        try {
            return lock.tryLock() != null;
        } catch (OverlappingFileLockException prepareIsInterrupted) {
            return true;
        }
    }

    /** Where all data sets lie. */
    public Path root() {
        return root;
    }

    /** Whether {@link #prepare} would find it. */
    public boolean isPrepared(DataShape shape, Layout base, Layout layout) throws IOException {
        return dataset(shape, layout).holds(manifest(shape, base, layout));
    }

    private void load(DataShape shape, Layout layout, Path building) throws IOException, InterruptedException {
        NodeSpec spec = NodeSpec.plain(building, HEAP_MIB).withYaml(Map.of("compaction_throughput", "0MiB/s"));
        try (CassandraProcess node = cassandra.start(spec, ledger)) {
            node.awaitReady(START);
            new Rows(shape, layout, ycsb).write(node, building.resolve("ycsb"));
            settle(node);
        }
        Folders.delete(building.resolve("ycsb"));
    }

    private void convert(Layout layout, Path building) throws IOException, InterruptedException {
        NodeSpec spec = NodeSpec.plain(building, HEAP_MIB).withYaml(Map.of("compaction_throughput", "0MiB/s"));
        try (CassandraProcess node = cassandra.start(spec, ledger)) {
            node.awaitReady(START);
            try (Cql cql = Cql.connect(node)) {
                cql.alter(KEYSPACE, TABLE, layout.options());
            }
            if (!layout.others().isEmpty()) {
                try (NodeManagement management = node.management()) {
                    management.rewrite(KEYSPACE, TABLE);
                }
            }
            settle(node);
        }
    }

    private static void settle(CassandraProcess node) throws IOException, InterruptedException {
        try (NodeManagement management = node.management()) {
            management.flush(KEYSPACE);
            management.submitCompactions(KEYSPACE, TABLE);
            management.awaitCompactions(QUIET, SETTLE);
            management.drain();
        }
        node.stop();
    }

    private Dataset dataset(DataShape shape, Layout layout) {
        String rows = shape.records() + "x" + shape.fields() + "x" + shape.fieldBytes() + "-"
                + Math.round(100 * shape.overwrites());
        return new Dataset(root.resolve(files() + "-" + rows).resolve(layout.folder()));
    }

    /** Names the release, and its configuration if it has one of its own: nodes of others cannot use these files, or would measure them. */
    private String files() {
        return cassandra.yaml().isEmpty()
                ? cassandra.version()
                : cassandra.version() + "-"
                        + Integer.toHexString(
                                new TreeMap<>(cassandra.yaml()).toString().hashCode());
    }

    private ObjectNode manifest(DataShape shape, Layout base, Layout layout) {
        ObjectNode manifest = JSON.createObjectNode();
        manifest.put("cassandra", cassandra.version());
        manifest.put("records", shape.records());
        manifest.put("fields", shape.fields());
        manifest.put("fieldBytes", shape.fieldBytes());
        manifest.put("overwrites", shape.overwrites());
        manifest.put("loadedAs", base.name());
        manifest.put("layout", layout.name());
        manifest.set("compaction", JSON.valueToTree(layout.compaction()));
        if (!layout.others().isEmpty()) {
            manifest.set("options", JSON.valueToTree(layout.others()));
        }
        if (!cassandra.yaml().isEmpty()) {
            manifest.set("yaml", JSON.valueToTree(cassandra.yaml()));
        }
        return manifest;
    }
}
