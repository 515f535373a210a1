package io.rafiki.trainer.cassandra;

import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.host.Disk;
import io.rafiki.trainer.host.FileTrees;
import io.rafiki.trainer.host.PageCache;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.trial.CompactionSource;
import io.rafiki.trainer.trial.CpuPinning;
import io.rafiki.trainer.trial.Environment;
import io.rafiki.trainer.trial.HostInfo;
import io.rafiki.trainer.trial.LoadGenerator;
import io.rafiki.trainer.trial.NodePin;
import io.rafiki.trainer.trial.TrialConditions;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A fresh node under the conditions of a campaign: with a copy of prepared data outside the page cache, resource limits and pinned
 * processors.
 *
 * <p>Trials and the demo both start nodes here, so their results are comparable. Closing kills the node and removes its control group.
 * The folder with its logs stays.
 */
public final class LimitedNode implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(90);

    private final CassandraProcess process;
    private Environment environment;
    private final LoadGenerator client;

    private LimitedNode(
            CassandraProcess process,
            TrialConditions conditions,
            Supplier<CpuPinning> places,
            CpuPinning first,
            Environment environment) {
        this.process = process;
        this.environment = environment;
        this.client = new LoadGenerator(
                new CassandraTarget(process), conditions, first.client(), new NodePin(process.pid(), places));
    }

    /**
     * Starts a node in an empty folder. Wait for it with {@link #awaitReady}.
     *
     * @param folder deleted and created again
     * @param dataset copied into the folder
     * @param places processors of node and client, which can change during the run
     * @param yaml cassandra.yaml values
     * @param jvmArguments such as {@code -javaagent:...}
     */
    public static LimitedNode start(
            Path folder,
            Dataset dataset,
            TrialConditions conditions,
            Supplier<CpuPinning> places,
            NodeFactory cassandra,
            ProcessLedger ledger,
            Map<String, Object> yaml,
            List<String> jvmArguments)
            throws IOException, InterruptedException {
        FileTrees.delete(folder);
        Files.createDirectories(folder);
        dataset.copyTo(folder);
        boolean limited =
                conditions.memoryMiB().isPresent() || conditions.readIops().isPresent();
        if (!PageCache.drop(FileTrees.files(folder.resolve("data"))) && limited) {
            throw new DatastoreException(
                    "page cache: expected " + folder + " to leave it, found that it stays; a limit on memory"
                            + " or reads would limit nothing. GNU dd (coreutils) is needed, and a disk that keeps up.");
        }
        NodeSpec spec = NodeSpec.plain(folder, conditions.heapMiB())
                .withYaml(yaml)
                .withArguments(jvmArguments)
                .within(conditions.limits());
        CassandraProcess process = cassandra.start(spec, ledger);
        CpuPinning first = places.get();
        return new LimitedNode(
                process,
                conditions,
                places,
                first,
                HostInfo.environment(
                        conditions,
                        first,
                        process.limits(),
                        Disk.readAheadKiB(folder),
                        cassandra.java(),
                        cassandra.version(),
                        cassandra.origin()));
    }

    /** Waits until clients can connect, and raises the priority of the JIT compiler threads if permitted. */
    public void awaitReady() throws IOException, InterruptedException {
        process.awaitReady(START);
        environment = environment.withCompiler(
                process.compileFirst().map(why -> "as other threads: " + why).orElse("first"));
    }

    /**
     * The load generator of this node.
     *
     * <p>During warm-up the node can use all processors, because its JVM mostly compiles. At the end it is pinned to the processors of
     * the measured part and stays there.
     */
    LoadGenerator client() {
        return client;
    }

    /**
     * Runs YCSB against this node while the read ratio follows a schedule.
     *
     * @param schedule schedule in the format of the client's {@code rafiki.schedule}
     * @param warm whether the node is warm and can be pinned
     * @param length length of the load
     * @param folder folder for YCSB's files
     * @throws DatastoreException with the cause, if the node ends during the load
     */
    public YcsbResult follow(
            Ycsb ycsb,
            Path schedule,
            BooleanSupplier warm,
            Duration length,
            Path folder,
            LoadGenerator.Onlooker onlooker)
            throws IOException, InterruptedException {
        return client.follow(ycsb, schedule, warm, length, folder, onlooker);
    }

    /** The node's compactions, owned by the caller. */
    public CompactionSource compactions() throws IOException {
        return client.target().compactions();
    }

    public CassandraProcess process() {
        return process;
    }

    /** The environment of the node, including the limits that were applied. */
    public Environment environment() {
        return environment;
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
