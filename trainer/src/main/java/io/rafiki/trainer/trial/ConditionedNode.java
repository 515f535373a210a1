package io.rafiki.trainer.trial;

import io.rafiki.trainer.datastore.CassandraProcess;
import io.rafiki.trainer.datastore.Dataset;
import io.rafiki.trainer.datastore.DatasetStore;
import io.rafiki.trainer.datastore.DatastoreException;
import io.rafiki.trainer.datastore.Folders;
import io.rafiki.trainer.datastore.MemoryGroup;
import io.rafiki.trainer.datastore.NodeSpec;
import io.rafiki.trainer.datastore.PageCache;
import io.rafiki.trainer.datastore.ProcessLedger;
import io.rafiki.trainer.ycsb.OperationSeries;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbException;
import io.rafiki.trainer.ycsb.YcsbResult;
import io.rafiki.trainer.ycsb.YcsbRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node under the conditions of a campaign: on a copy of prepared data that nobody has cached, within its memory limit, on its own
 * processors.
 *
 * <p>Trials and the demonstration start theirs here, so that the one repeats the other. Closing kills the node and removes the memory
 * group; the folder with its logs stays for the caller.
 */
public final class ConditionedNode implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration CLIENT_START = Duration.ofSeconds(30);
    /** YCSB counts its time from before its threads connect. */
    private static final Duration CONNECT = Duration.ofSeconds(3);

    /** The counts of a second are there two seconds after it. */
    private static final Duration LAG = Duration.ofSeconds(4);

    private final CassandraProcess process;
    private final Conditions conditions;
    private final Pinning pinning;
    private final Optional<MemoryGroup> group;
    private final Environment environment;
    private boolean pinned;

    private ConditionedNode(
            CassandraProcess process,
            Conditions conditions,
            Pinning pinning,
            Optional<MemoryGroup> group,
            Environment environment) {
        this.process = process;
        this.conditions = conditions;
        this.pinning = pinning;
        this.group = group;
        this.environment = environment;
    }

    /**
     * Starts a node in an empty folder; it is not yet ready ({@link #awaitReady}).
     *
     * @param folder emptied first
     * @param dataset copied into it
     * @param yaml lines of cassandra.yaml
     * @param jvmArguments such as {@code -javaagent:...}
     */
    public static ConditionedNode start(
            Path folder,
            Dataset dataset,
            Conditions conditions,
            CassandraInstallation cassandra,
            ProcessLedger ledger,
            Map<String, Object> yaml,
            List<String> jvmArguments)
            throws IOException, InterruptedException {
        Folders.delete(folder);
        Files.createDirectories(folder);
        dataset.copyTo(folder);
        PageCache.drop(Folders.files(folder.resolve("data")));
        Pinning pinning = Pinning.of(Runtime.getRuntime().availableProcessors(), conditions.pin());
        Optional<MemoryGroup> group = Optional.empty();
        String limit = "none asked for";
        if (conditions.memoryMiB().isPresent()) {
            try {
                group = Optional.of(MemoryGroup.make(conditions.memoryMiB().get(), ledger));
                limit = group.get().kind();
            } catch (DatastoreException refused) {
                limit = "none: " + refused.getMessage();
            }
        }
        NodeSpec spec = NodeSpec.plain(folder, cassandra.jars(), conditions.heapMiB())
                .withYaml(yaml)
                .withArguments(jvmArguments)
                .within(group);
        Environment environment = Host.environment(conditions, pinning, limit, group.isPresent(), cassandra.version());
        try {
            return new ConditionedNode(CassandraProcess.start(spec, ledger), conditions, pinning, group, environment);
        } catch (IOException failure) {
            if (group.isPresent()) {
                group.get().close();
            }
            throw failure;
        }
    }

    /** Waits until clients can connect. */
    public void awaitReady() throws IOException, InterruptedException {
        process.awaitReady(START);
    }

    /**
     * Runs YCSB against this node.
     *
     * <p>During the first warm-up the node may use all processors, since most of that time its JVM compiles; at its end the node gets the
     * processors on which it is measured, and keeps them.
     *
     * @param folder for YCSB's files
     * @throws DatastoreException with the cause, if the node ends meanwhile
     */
    public YcsbResult drive(Ycsb ycsb, double readRatio, Duration warmUp, Duration measured, Path folder)
            throws IOException, InterruptedException {
        long pinAt = System.nanoTime() + warmUp.toNanos();
        return drive(ycsb, readRatio, warmUp.plus(measured), folder, () -> {
            if (System.nanoTime() - pinAt > 0) {
                pin();
            }
            return Ycsb.Next.GO_ON;
        });
    }

    /**
     * Runs YCSB against this node as {@link #drive(Ycsb, double, Duration, Duration, Path)} does; unless the warm-up has a fixed length,
     * until throughput was stationary on the processors on which it is measured, and then as long as that takes.
     *
     * @throws DatastoreException with the cause, if the node ends meanwhile
     */
    Driven drive(Ycsb ycsb, double readRatio, WarmUp warmUp, Duration measured, Path folder)
            throws IOException, InterruptedException {
        if (warmUp.isFixed()) {
            return new Driven(
                    drive(ycsb, readRatio, warmUp.least(), measured, folder),
                    (int) warmUp.least().toSeconds(),
                    Optional.empty());
        }
        LoadPhases phases = new LoadPhases(warmUp, measured);
        YcsbResult result = drive(ycsb, readRatio, warmUp.most().plus(measured).plus(LAG), folder, () -> {
            switch (phases.next(OperationSeries.soFar(folder).perSecond())) {
                case PIN -> pin();
                case END -> {
                    return Ycsb.Next.ENOUGH;
                }
                case GO_ON -> {}
            }
            return Ycsb.Next.GO_ON;
        });
        if (phases.begin() < 0) {
            throw new YcsbException("YCSB: expected " + warmUp.most().toSeconds() + " s of warm-up, found an end after "
                    + result.series().perSecond().size() + " s.");
        }
        return new Driven(result, phases.begin(), phases.unsettled());
    }

    private YcsbResult drive(Ycsb ycsb, double readRatio, Duration load, Path folder, Ycsb.Watch watch)
            throws IOException, InterruptedException {
        Duration length = load.plus(CONNECT);
        Map<String, String> properties = new LinkedHashMap<>(conditions.ycsb(readRatio));
        properties.put("maxexecutiontime", Long.toString(length.toSeconds()));
        properties.put("cassandra.contactpoints", "127.0.0.1:" + process.cqlPort());
        properties.put("cassandra.keyspace", DatasetStore.KEYSPACE);
        properties.put("cassandra.create", "false");
        properties.put("table", DatasetStore.TABLE);
        try {
            return ycsb.run(
                    new YcsbRun(false, properties, folder, pinning.client()),
                    length.plus(CLIENT_START),
                    () -> process.end().isPresent() ? Ycsb.Next.FAIL : watch.next());
        } catch (YcsbException failure) {
            throw process.end().isPresent()
                    ? new DatastoreException(process.end().get(), failure)
                    : failure;
        }
    }

    private void pin() throws IOException, InterruptedException {
        if (!pinned && pinning.node().isPresent()) {
            process.pin(pinning.node().get());
        }
        pinned = true;
    }

    public CassandraProcess process() {
        return process;
    }

    /** What it runs on, the memory limit that was got included. */
    public Environment environment() {
        return environment;
    }

    @Override
    public void close() throws IOException {
        process.close();
        if (group.isPresent()) {
            group.get().close();
        }
    }
}
