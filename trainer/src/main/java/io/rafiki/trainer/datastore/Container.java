package io.rafiki.trainer.datastore;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.BlkioRateDevice;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
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
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerFetchException;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.utility.DockerImageName;

/** A container of the Docker engine on this machine, whose first process is a node's JVM. */
final class Container implements JvmProcess {

    private static final Duration PROBE = Duration.ofMinutes(1);
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final GenericContainer<?> container;
    private final ProcessHandle handle;
    private final Limits limits;

    private Container(GenericContainer<?> container, ProcessHandle handle, Limits limits) {
        this.container = container;
        this.handle = handle;
        this.limits = limits;
    }

    /** Whether an engine answers. */
    static boolean isEngineThere() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    /**
     * Starts one with the machine's network and this user's id.
     *
     * @param mounts folders that it sees under their own paths
     * @param spec of the node, for its limits
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
        DockerClient engine = engine();
        Limits limits = limits(engine, spec);
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
     * What a command prints in a container of the image.
     *
     * @throws DatastoreException with one line, if no engine answers, there is no such image, or the command fails
     */
    static String output(String image, List<String> command) throws IOException {
        engine();
        try (GenericContainer<?> container = container(image, command)
                .withNetworkMode("host")
                .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(PROBE))) {
            start(container, image);
            return container.getLogs();
        }
    }

    /** Removes what a killed run has left under that name; whether there was something. */
    static boolean remove(String name) throws DatastoreException {
        if (!isEngineThere()) {
            // what ran in it has ended with the engine
            return false;
        }
        try {
            engine().removeContainerCmd(name).withForce(true).exec();
            return true;
        } catch (NotFoundException gone) {
            return false;
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

    private static DockerClient engine() throws DatastoreException {
        if (!isEngineThere()) {
            throw new DatastoreException(
                    "docker: expected a Docker engine that answers on this machine, found none. Start it, or use another --datastore.");
        }
        return DockerClientFactory.instance().client();
    }

    private static Limits limits(DockerClient engine, NodeSpec spec) throws IOException {
        Limit memory = spec.memoryMiB().isEmpty()
                ? Limit.NONE
                : Boolean.TRUE.equals(engine.infoCmd().exec().getMemoryLimit())
                        ? new Limit(spec.memoryMiB(), "container")
                        : Limit.refused("the Docker engine cannot limit memory here");
        return new Limits(memory, spec.reads().isEmpty() ? Limit.NONE : reads(spec));
    }

    private static Limit reads(NodeSpec spec) throws IOException {
        try {
            Disk.of(spec.folder());
            return new Limit(spec.reads(), "container");
        } catch (DatastoreException noDisk) {
            return Limit.refused(noDisk.getMessage());
        }
    }

    Limits limits() {
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
            // it has ended meanwhile
            return;
        }
    }
}
