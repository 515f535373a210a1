package io.rafiki.trainer.cassandra;

import com.github.dockerjava.api.DockerClient;
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
        DockerClient engine = ContainerEngine.client();
        NodeLimits limits = limits(engine, spec);
        Optional<Disk> disk =
                limits.reads().amount().isPresent() ? Optional.of(Disk.of(spec.folder())) : Optional.empty();
        String name =
                "rafiki-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + "-" + COUNT.incrementAndGet();
        String user =
                Files.getAttribute(mounts.get(0), "unix:uid") + ":" + Files.getAttribute(mounts.get(0), "unix:gid");
        GenericContainer<?> container = container(image, command)
                .withEnv(variables)
                .withNetworkMode("host")
                .withCreateContainerCmdModifier(create -> {
                    HostConfig host = create.getHostConfig();
                    limits.memory().amount().ifPresent(mebibytes -> {
                        long bytes = mebibytes * 1024L * 1024;
                        host.withMemory(bytes).withMemorySwap(bytes);
                    });
                    disk.ifPresent(read -> host.withBlkioDeviceReadIOps(List.of(new BlkioRateDevice()
                            .withPath(read.device())
                            .withRate(limits.reads().amount().get().longValue()))));
                    limits.cpu().amount().ifPresent(percent -> host.withCpuPeriod(ControlGroups.CPU_PERIOD)
                            .withCpuQuota(ControlGroups.cpuQuota(percent)));
                    host.withBinds(mounts.stream()
                            .map(folder -> new Bind(folder.toString(), new Volume(folder.toString())))
                            .toList());
                    create.withName(name).withUser(user).withHostConfig(host);
                });
        ledger.container(name);
        start(container, image);
        long pid = container.getCurrentContainerInfo().getState().getPidLong();
        Optional<ProcessHandle> handle = ProcessHandle.of(pid);
        if (handle.isEmpty()) {
            String log = container.getLogs();
            container.stop();
            throw new DatastoreException("docker:" + image + ": expected a node's process on this machine, found none. "
                    + (log.isBlank() ? "It ended at once, or the engine is on another machine." : log.strip()));
        }
        return new Container(container, handle.get(), limits);
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

    private static NodeLimits limits(DockerClient engine, NodeSpec spec) throws IOException {
        AppliedLimit memory = spec.limits().memoryMiB().isEmpty()
                ? AppliedLimit.NONE
                : Boolean.TRUE.equals(engine.infoCmd().exec().getMemoryLimit())
                        ? new AppliedLimit(spec.limits().memoryMiB(), "container")
                        : AppliedLimit.refused("the Docker engine cannot limit memory here");
        AppliedLimit cpu = spec.limits().cpuPercent().isEmpty()
                ? AppliedLimit.NONE
                : new AppliedLimit(spec.limits().cpuPercent(), "container");
        return new NodeLimits(
                memory,
                spec.limits().reads().isEmpty() ? AppliedLimit.NONE : reads(spec),
                cpu,
                spec.limits().readAheadKiB().isEmpty()
                        ? AppliedLimit.NONE
                        : AppliedLimit.refused("a container does not change the disk's read-ahead"));
    }

    private static AppliedLimit reads(NodeSpec spec) throws IOException {
        try {
            Disk.of(spec.folder());
            return new AppliedLimit(spec.limits().reads(), "container");
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
        if (!handle.isAlive()) {
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
