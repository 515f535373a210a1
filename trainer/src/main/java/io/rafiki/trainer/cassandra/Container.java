package io.rafiki.trainer.cassandra;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.BlkioRateDevice;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import io.rafiki.trainer.host.AppliedLimit;
import io.rafiki.trainer.host.ContainerEngine;
import io.rafiki.trainer.host.ControlGroups;
import io.rafiki.trainer.host.DatastoreException;
import io.rafiki.trainer.host.Disk;
import io.rafiki.trainer.host.JvmProcess;
import io.rafiki.trainer.host.NodeLimits;
import io.rafiki.trainer.host.ProcessLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.utility.DockerImageName;

/** A Docker container on this machine. Its first process is the node's JVM. */
final class Container implements JvmProcess {

    private static final Duration PROBE = Duration.ofMinutes(1);
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final GenericContainer<?> container;
    private final ProcessHandle handle;
    private final NodeLimits limits;

    private Container(GenericContainer<?> container, ProcessHandle handle, NodeLimits limits) {
        this.container = container;
        this.handle = handle;
        this.limits = limits;
    }

    /**
     * Starts a container with the host network and the current user id.
     *
     * @param mounts folders, visible in the container under the same paths
     * @param spec node specification with its limits
     * @throws DatastoreException with one line, if the engine refuses
     */
    static Container start(
            String image,
            List<String> command,
            Map<String, String> variables,
            List<Path> mounts,
            NodeSpec spec,
            ProcessLedger ledger)
            throws IOException {
        ContainerEngine.client();
        NodeLimits requested = requested(spec);
        Optional<Disk> disk =
                requested.reads().amount().isPresent() ? Optional.of(Disk.of(spec.folder())) : Optional.empty();
        String name =
                "rafiki-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + "-" + COUNT.incrementAndGet();
        String user =
                Files.getAttribute(mounts.get(0), "unix:uid") + ":" + Files.getAttribute(mounts.get(0), "unix:gid");
        GenericContainer<?> container = container(image, command)
                .withEnv(variables)
                .withNetworkMode("host")
                .withCreateContainerCmdModifier(create -> {
                    HostConfig host = create.getHostConfig();
                    requested.memory().amount().ifPresent(mebibytes -> {
                        long bytes = bytes(mebibytes);
                        host.withMemory(bytes).withMemorySwap(bytes);
                    });
                    disk.ifPresent(read -> host.withBlkioDeviceReadIOps(List.of(new BlkioRateDevice()
                            .withPath(read.device())
                            .withRate(requested.reads().amount().get().longValue()))));
                    requested.cpu().amount().ifPresent(percent -> host.withCpuPeriod(ControlGroups.CPU_PERIOD)
                            .withCpuQuota(ControlGroups.cpuQuota(percent)));
                    host.withBinds(mounts.stream()
                            .map(folder -> new Bind(folder.toString(), new Volume(folder.toString())))
                            .toList());
                    create.withName(name).withUser(user).withHostConfig(host);
                });
        ledger.container(name);
        start(container, image);
        InspectContainerResponse started = container.getCurrentContainerInfo();
        Optional<ProcessHandle> handle = ProcessHandle.of(started.getState().getPidLong());
        if (handle.isEmpty()) {
            String log = container.getLogs();
            container.stop();
            throw new DatastoreException("docker:" + image + ": expected a node's process on this machine, found none. "
                    + (log.isBlank() ? "It ended at once, or the engine is on another machine." : log.strip()));
        }
        return new Container(container, handle.get(), applied(requested, started.getHostConfig()));
    }

    /**
     * The output of a command in a temporary container of the image.
     *
     * @throws DatastoreException with one line, if no engine answers, the image is missing or the command fails
     */
    static String output(String image, List<String> command) throws IOException {
        ContainerEngine.client();
        try (GenericContainer<?> container = container(image, command)
                .withNetworkMode("host")
                .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(PROBE))) {
            start(container, image);
            return container.getLogs();
        }
    }

    private static GenericContainer<?> container(String image, List<String> command) {
        return new GenericContainer<>(DockerImageName.parse(image))
                .withCreateContainerCmdModifier(create -> create.withEntrypoint(command.get(0)))
                .withCommand(command.subList(1, command.size()).toArray(String[]::new));
    }

    private static void start(GenericContainer<?> container, String image) throws DatastoreException {
        try {
            container.start();
        } catch (ContainerFetchException | ContainerLaunchException | DockerException refused) {
            Throwable innermost = refused;
            while (innermost.getCause() != null) {
                innermost = innermost.getCause();
            }
            throw new DatastoreException(
                    "docker:" + image + ": expected to start a container, found "
                            + String.valueOf(innermost.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "),
                    refused);
        }
    }

    /**
     * The limits of a started container. The engine starts it without those that it cannot apply, and only warns.
     *
     * @param requested limits in the request to the engine
     * @param actual the engine's configuration of the container
     */
    static NodeLimits applied(NodeLimits requested, HostConfig actual) {
        Optional<Long> reads = Optional.ofNullable(actual.getBlkioDeviceReadIOps()).stream()
                .flatMap(List::stream)
                .map(BlkioRateDevice::getRate)
                .findFirst();
        return new NodeLimits(
                applied(requested.memory(), Container::bytes, Optional.ofNullable(actual.getMemory()), "memory"),
                applied(requested.reads(), Integer::longValue, reads, "disk reads"),
                applied(
                        requested.cpu(),
                        ControlGroups::cpuQuota,
                        Optional.ofNullable(actual.getCpuQuota()),
                        "processor time"),
                requested.readAhead());
    }

    private static AppliedLimit applied(
            AppliedLimit requested, Function<Integer, Long> unit, Optional<Long> actual, String resource) {
        return requested.amount().isEmpty() || requested.amount().map(unit).equals(actual)
                ? requested
                : AppliedLimit.refused("the Docker engine cannot limit " + resource + " here");
    }

    private static long bytes(int mebibytes) {
        return mebibytes * 1024L * 1024;
    }

    private static NodeLimits requested(NodeSpec spec) throws IOException {
        return new NodeLimits(
                requested(spec.limits().memoryMiB()),
                spec.limits().reads().isEmpty() ? AppliedLimit.NONE : reads(spec),
                requested(spec.limits().cpuPercent()),
                spec.limits().readAheadKiB().isEmpty()
                        ? AppliedLimit.NONE
                        : AppliedLimit.refused("a container does not change the disk's read-ahead"));
    }

    private static AppliedLimit requested(Optional<Integer> amount) {
        return amount.isEmpty() ? AppliedLimit.NONE : new AppliedLimit(amount, "container");
    }

    private static AppliedLimit reads(NodeSpec spec) throws IOException {
        try {
            Disk.of(spec.folder());
            return requested(spec.limits().reads());
        } catch (DatastoreException noDisk) {
            return AppliedLimit.refused(noDisk.getMessage());
        }
    }

    NodeLimits limits() {
        return limits;
    }

    @Override
    public ProcessHandle handle() {
        return handle;
    }

    @Override
    public boolean isAlive() {
        return handle.isAlive();
    }

    @Override
    public boolean hasEnded(Duration within) throws InterruptedException {
        try {
            handle.onExit().get(within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException running) {
            return false;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public String exit() {
        try {
            InspectContainerResponse.ContainerState state =
                    container.getCurrentContainerInfo().getState();
            return state.getExitCodeLong() + (Boolean.TRUE.equals(state.getOOMKilled()) ? " (out of memory)" : "");
        } catch (DockerException gone) {
            return "an unknown code";
        }
    }

    @Override
    public void terminate() {
        signal("SIGTERM");
    }

    @Override
    public void kill() {
        signal("SIGKILL");
    }

    @Override
    public void release() {
        container.stop();
    }

    private void signal(String name) {
        if (!isAlive()) {
            return;
        }
        try {
            container
                    .getDockerClient()
                    .killContainerCmd(container.getContainerId())
                    .withSignal(name)
                    .exec();
        } catch (DockerException ended) {
            // the container ended in the meantime
            return;
        }
    }
}
