package io.rafiki.trainer.trial;

import io.rafiki.trainer.datastore.Cassandra;
import io.rafiki.trainer.datastore.CassandraProcess;
import io.rafiki.trainer.datastore.Dataset;
import io.rafiki.trainer.datastore.DatastoreException;
import io.rafiki.trainer.datastore.Folders;
import io.rafiki.trainer.datastore.NodeSpec;
import io.rafiki.trainer.datastore.PageCache;
import io.rafiki.trainer.datastore.ProcessLedger;
import io.rafiki.trainer.datastore.Taskset;
import io.rafiki.trainer.ycsb.Ycsb;
import io.rafiki.trainer.ycsb.YcsbResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A fresh node under the conditions of a campaign: on a copy of prepared data that nobody has cached, within its limits, on its own
 * processors.
 *
 * <p>Trials and the demonstration start theirs here, so that the one repeats the other. Closing kills the node and removes its
 * control group; the folder with its logs stays for the caller.
 */
public final class ConditionedNode implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(90);

    private final CassandraProcess process;
    private final Supplier<Pinning> places;
    private Environment environment;
    private final Client client;
    private Pinning pinned;

    private ConditionedNode(
            CassandraProcess process,
            Conditions conditions,
            Supplier<Pinning> places,
            Pinning first,
            Environment environment) {
        this.process = process;
        this.places = places;
        this.environment = environment;
        this.client = new Client(process, conditions, first.client(), this::pin);
    }

    /**
     * Starts a node in an empty folder; it is not yet ready ({@link #awaitReady}).
     *
     * @param folder emptied first
     * @param dataset copied into it
     * @param places the processors of the node and its client, which may change while it is measured
     * @param yaml lines of cassandra.yaml
     * @param jvmArguments such as {@code -javaagent:...}
     */
    public static ConditionedNode start(
            Path folder,
            Dataset dataset,
            Conditions conditions,
            Supplier<Pinning> places,
            Cassandra cassandra,
            ProcessLedger ledger,
            Map<String, Object> yaml,
            List<String> jvmArguments)
            throws IOException, InterruptedException {
        Folders.delete(folder);
        Files.createDirectories(folder);
        dataset.copyTo(folder);
        boolean limited =
                conditions.memoryMiB().isPresent() || conditions.reads().isPresent();
        if (!PageCache.drop(Folders.files(folder.resolve("data"))) && limited) {
            throw new DatastoreException(
                    "page cache: expected " + folder + " to leave it, found that it stays; a limit on memory"
                            + " or reads would limit nothing. GNU dd (coreutils) is needed, and a disk that keeps up.");
        }
        NodeSpec spec = NodeSpec.plain(folder, conditions.heapMiB())
                .withYaml(yaml)
                .withArguments(jvmArguments)
                .within(conditions.memoryMiB(), conditions.reads());
        CassandraProcess process = cassandra.start(spec, ledger);
        Pinning first = places.get();
        return new ConditionedNode(
                process, conditions, places, first, Host.environment(conditions, first, process.limits(), cassandra));
    }

    /** Waits until clients can connect, and lets the node compile before all else, if that is permitted. */
    public void awaitReady() throws IOException, InterruptedException {
        process.awaitReady(START);
        environment = environment.withCompiler(
                process.compileFirst().map(why -> "as other threads: " + why).orElse("first"));
    }

    /**
     * Drives it as a trial does: unless the warm-up has a fixed length, until throughput was stationary.
     *
     * <p>While it warms up the node may use all processors, since most of that time its JVM compiles; at the end it gets the processors on
     * which it is measured, and keeps them.
     */
    Driven drive(Ycsb ycsb, double readRatio, WarmUp warmUp, Duration measured, Path folder)
            throws IOException, InterruptedException {
        return client.drive(ycsb, readRatio, warmUp, measured, folder);
    }

    /** Is told ten times a second that clients are at work. */
    @FunctionalInterface
    public interface Onlooker {
        void look() throws IOException, InterruptedException;
    }

    /**
     * Runs YCSB against this node while its read ratio follows a schedule.
     *
     * @param schedule as the client's {@code rafiki.schedule} takes it
     * @param warmUp after which the node gets the processors on which it is measured
     * @param length of the load
     * @param folder for YCSB's files
     * @throws DatastoreException with the cause, if the node ends meanwhile
     */
    public YcsbResult follow(Ycsb ycsb, Path schedule, Duration warmUp, Duration length, Path folder, Onlooker onlooker)
            throws IOException, InterruptedException {
        return client.follow(ycsb, schedule, warmUp, length, folder, onlooker);
    }

    private void pin(long client) throws IOException, InterruptedException {
        Pinning now = places.get();
        if (now.equals(pinned)) {
            return;
        }
        if (now.node().isPresent()) {
            Taskset.pin(process.pid(), now.node().get());
        }
        if (now.client().isPresent()) {
            Taskset.pin(client, now.client().get());
        }
        pinned = now;
    }

    public CassandraProcess process() {
        return process;
    }

    /** What it runs on, the limits that were got included. */
    public Environment environment() {
        return environment;
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}
