package io.rafiki.trainer.redis;

import io.rafiki.trainer.host.AppliedLimit;
import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.host.FreePorts;
import io.rafiki.trainer.host.KillAtExit;
import io.rafiki.trainer.host.NodeGroup;
import io.rafiki.trainer.host.PortTakenException;
import io.rafiki.trainer.host.ProcessLedger;
import io.rafiki.trainer.host.RequestedLimits;
import io.rafiki.trainer.trial.LoadTarget;
import io.rafiki.trainer.trial.NodeActivity;
import io.rafiki.trainer.ycsb.DeadlineException;
import io.rafiki.trainer.ycsb.YcsbRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A Redis server in its own process, on 127.0.0.1 with a free port. It keeps its data in memory only.
 *
 * <p>The server ends with this JVM, also after Ctrl-C. After {@code kill -9} of this JVM the {@link ProcessLedger} still lists it.
 */
final class RedisProcess implements LoadTarget, AutoCloseable {

    static final String HOST = "127.0.0.1";

    private static final String BINDING = "io.rafiki.ycsb.RedisBinding";
    private static final String PORT_TAKEN = "Address already in use";
    private static final long POLL_MILLIS = 50;

    private final Process process;
    private final NodeGroup group;
    private final int port;
    private final Path log;
    private final KillAtExit atExit;

    private RedisProcess(Process process, NodeGroup group, int port, Path log) throws DatastoreException {
        this.process = process;
        this.group = group;
        this.port = port;
        this.log = log;
        this.atExit = KillAtExit.of("node", process.pid(), process::destroyForcibly);
    }

    /**
     * Starts a server without a configuration file and returns at once.
     *
     * @param folder the server's own folder, which must exist
     * @param memoryMiB limit of its data in MiB; writes fail above it
     * @param cpuPercent limit of its processor time, in percent of one processor
     * @param ledger records the process, so that the next run can end it if this run is killed
     */
    static RedisProcess start(
            RedisProgram redis,
            Path folder,
            Optional<Integer> memoryMiB,
            Optional<Integer> cpuPercent,
            ProcessLedger ledger)
            throws IOException {
        int port = FreePorts.choose().cql();
        List<String> command = new ArrayList<>(
                List.of(redis.program(), "--port", Integer.toString(port), "--bind", HOST, "--dir", folder.toString()));
        command.addAll(List.of("--save", "", "--appendonly", "no", "--maxmemory-policy", "noeviction"));
        memoryMiB.ifPresent(mebibytes -> command.addAll(List.of("--maxmemory", mebibytes + "mb")));
        Path log = folder.resolve("node.log");
        RequestedLimits limits = cpuPercent.map(RequestedLimits.NONE::withCpu).orElse(RequestedLimits.NONE);
        NodeGroup group = NodeGroup.make(folder, limits, ledger);
        try {
            Process process = new ProcessBuilder(group.joined(command))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            try {
                ledger.started(process);
            } catch (IOException failure) {
                process.destroyForcibly().onExit().join();
                throw failure;
            }
            return new RedisProcess(process, group, port, log);
        } catch (IOException failure) {
            group.close();
            throw failure;
        }
    }

    /**
     * Waits until the server answers.
     *
     * @throws IOException with one line that states the cause, if the server ends or the time runs out
     */
    void awaitReady(Duration patience) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!answers()) {
            if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                String message = "node: ended with " + process.exitValue() + " before it was ready: " + lastLine();
                throw Files.readString(log).contains(PORT_TAKEN)
                        ? new PortTakenException(message)
                        : new DatastoreException(message);
            }
            if (System.nanoTime() - deadline > 0) {
                throw new DeadlineException("node: expected to be ready within " + patience.toSeconds()
                        + " s, found it still starting: " + lastLine());
            }
        }
    }

    /** Whether this process answers, and not another server on the same port. */
    private boolean answers() {
        try (RedisConnection connection = connect()) {
            return connection.call("INFO", "server").get(0).contains("process_id:" + process.pid() + "\r\n");
        } catch (IOException notYet) {
            return false;
        }
    }

    /** A new connection, owned by the caller. */
    RedisConnection connect() throws IOException {
        return RedisConnection.open(port);
    }

    long pid() {
        return process.pid();
    }

    /** The limit of its processor time. */
    AppliedLimit cpu() {
        return group.limits().cpu();
    }

    @Override
    public Optional<String> end() {
        return process.isAlive()
                ? Optional.empty()
                : Optional.of("node: ended with " + process.exitValue() + ": " + lastLine());
    }

    @Override
    public Map<String, String> properties() {
        return Map.of(YcsbRun.BINDING, BINDING, "redis.host", HOST, "redis.port", Integer.toString(port));
    }

    /** Redis compiles nothing, so a server is warm at once. */
    @Override
    public NodeActivity activity() {
        return () -> 0;
    }

    /** Kills the server, whose data are discarded. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        atExit.close();
        group.close();
    }

    private String lastLine() {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
            return lines.stream()
                    .filter(line -> !line.isBlank())
                    .reduce((first, second) -> second)
                    .map(String::strip)
                    .orElse("an empty log");
        } catch (IOException unreadable) {
            return "an unreadable log (" + unreadable.getMessage() + ")";
        }
    }
}
