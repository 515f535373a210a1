package io.rafiki.trainer.cassandra;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.ycsb.DataSetSpec;
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
 * Prepared data sets, one per shape and layout, created on first use.
 *
 * <p>The rows are loaded once, in the first requested layout. Every other layout is derived from it by ALTER TABLE and stored after its
 * compactions have settled. So no trial pays for a conversion.
 */
public final class DatasetStore {

    public static final String KEYSPACE = "ycsb";
    public static final String TABLE = "usertable";

    private static final String BUILDING = "building";
    private static final int HEAP_MIB = 1024;
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration LEAST_SETTLE = Duration.ofMinutes(30);
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final JsonMapper JSON = new JsonMapper();

    private final Path root;
    private final NodeFactory cassandra;
    private final ProcessLedger ledger;
    private final Ycsb ycsb;
    private final Consumer<String> say;

    /**
     * @param root folder of all data sets
     * @param cassandra release that writes the files
     * @param say receives one line before each long step
     */
    public DatasetStore(Path root, NodeFactory cassandra, ProcessLedger ledger, Ycsb ycsb, Consumer<String> say) {
        this.root = root.toAbsolutePath();
        this.cassandra = cassandra;
        this.ledger = ledger;
        this.ycsb = ycsb;
        this.say = say;
    }

    /**
     * The data set of this shape and layout. Several collectors can share one store; they prepare data sets one after the other.
     *
     * @param base layout in which the rows are loaded
     */
    public Dataset prepare(DataSetSpec shape, Layout base, Layout layout) throws IOException, InterruptedException {
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

    private Dataset make(DataSetSpec shape, Layout base, Layout layout) throws IOException, InterruptedException {
        Dataset dataset = dataset(shape, layout);
        ObjectNode manifest = manifest(shape, base, layout);
        if (dataset.holds(manifest)) {
            return dataset;
        }
        Path building = root.resolve(BUILDING);
        FileTrees.delete(building);
        Files.createDirectories(building);
        if (layout.equals(base)) {
            say.accept("loading " + shape.records() + " rows of " + (long) shape.fields() * shape.fieldBytes() + " B, "
                    + layout.name());
            load(shape, base, building);
        } else {
            Dataset loaded = make(shape, base, base);
            FileTrees.delete(building);
            Files.createDirectories(building);
            say.accept("laying the rows out as " + layout.name());
            loaded.copyTo(building);
            convert(shape, layout, building);
        }
        FileTrees.delete(building.resolve("data").resolve("commitlog"));
        FileTrees.delete(building.resolve("conf"));
        FileTrees.delete(building.resolve("tmp"));
        Files.deleteIfExists(building.resolve("node.log"));
        new Dataset(building).complete(manifest);
        FileTrees.delete(dataset.folder());
        Files.createDirectories(dataset.folder().getParent());
        Files.move(building, dataset.folder(), StandardCopyOption.ATOMIC_MOVE);
        return dataset;
    }

    /** Deletes the remains of an interrupted {@link #prepare}. Work in progress of another JVM stays. */
    public static void discardUnfinished(Path root) throws IOException {
        Path building = root.resolve(BUILDING);
        if (!Files.exists(building)) {
            return;
        }
        try (FileChannel lock = lock(root)) {
            if (isOurs(lock)) {
                FileTrees.delete(building);
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

    /** The root folder of all data sets. */
    public Path root() {
        return root;
    }

    /** Whether the data set exists, so that {@link #prepare} returns at once. */
    public boolean isPrepared(DataSetSpec shape, Layout base, Layout layout) throws IOException {
        return dataset(shape, layout).holds(manifest(shape, base, layout));
    }

    private void load(DataSetSpec shape, Layout layout, Path building) throws IOException, InterruptedException {
        NodeSpec spec = NodeSpec.plain(building, HEAP_MIB).withYaml(Map.of("compaction_throughput", "0MiB/s"));
        try (CassandraProcess node = cassandra.start(spec, ledger)) {
            node.awaitReady(START);
            new DataLoader(shape, layout, ycsb).write(node, building.resolve("ycsb"));
            settle(shape, node);
        }
        FileTrees.delete(building.resolve("ycsb"));
    }

    private void convert(DataSetSpec shape, Layout layout, Path building) throws IOException, InterruptedException {
        NodeSpec spec = NodeSpec.plain(building, HEAP_MIB).withYaml(Map.of("compaction_throughput", "0MiB/s"));
        try (CassandraProcess node = cassandra.start(spec, ledger)) {
            node.awaitReady(START);
            try (CqlClient cql = CqlClient.connect(node)) {
                cql.alter(KEYSPACE, TABLE, layout.options());
            }
            if (!layout.others().isEmpty()) {
                try (NodeJmxClient management = node.management()) {
                    management.rewrite(KEYSPACE, TABLE);
                }
            }
            settle(shape, node);
        }
    }

    private static void settle(DataSetSpec shape, CassandraProcess node) throws IOException, InterruptedException {
        try (NodeJmxClient management = node.management()) {
            management.flush(KEYSPACE);
            management.submitCompactions(KEYSPACE, TABLE);
            management.awaitCompactions(QUIET, shape.timeLimit(LEAST_SETTLE));
            management.drain();
        }
        node.stop();
    }

    private Dataset dataset(DataSetSpec shape, Layout layout) {
        String rows = shape.records() + "x" + shape.fields() + "x" + shape.fieldBytes() + "-"
                + Math.round(100 * shape.updateFraction());
        return new Dataset(root.resolve(files() + "-" + rows).resolve(layout.folder()));
    }

    /** Identifies the release and its configuration. Nodes of another release or configuration cannot use these files. */
    private String files() {
        return cassandra.yaml().isEmpty()
                ? cassandra.version()
                : cassandra.version() + "-"
                        + Integer.toHexString(
                                new TreeMap<>(cassandra.yaml()).toString().hashCode());
    }

    private ObjectNode manifest(DataSetSpec shape, Layout base, Layout layout) {
        ObjectNode manifest = JSON.createObjectNode();
        manifest.put("cassandra", cassandra.version());
        manifest.put("records", shape.records());
        manifest.put("fields", shape.fields());
        manifest.put("fieldBytes", shape.fieldBytes());
        manifest.put("updateFraction", shape.updateFraction());
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
