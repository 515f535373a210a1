package io.rafiki;

import io.rafiki.trainer.host.FileTrees;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;

/**
 * The Docker engine of this machine. If none answers and root has {@code dockerd}, the tests start one until they end.
 *
 * <p>Testcontainers remembers that it found no engine, so the engine starts before the first question.
 */
final class DockerEngine {

    private static final Path SOCKET = Path.of("/var/run/docker.sock");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static boolean tried;

    private DockerEngine() {}

    /** Whether an engine answers, after an attempt to start one. */
    static synchronized boolean isPresent() {
        if (!tried) {
            tried = true;
            if (System.getenv("DOCKER_HOST") == null && !isListening() && hasDaemon()) {
                start();
            }
        }
        return DockerClientFactory.instance().isDockerAvailable();
    }

    private static boolean isListening() {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(SOCKET));
        } catch (IOException absent) {
            return false;
        }
    }

    private static boolean hasDaemon() {
        return "root".equals(System.getProperty("user.name"))
                && Stream.of(System.getenv("PATH").split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "dockerd")));
    }

    /** Containers use the host's network, so the engine needs neither a bridge nor firewall rules. */
    private static void start() {
        try {
            Path folder = Files.createTempDirectory(
                    Files.createDirectories(Path.of("target").toAbsolutePath()), "docker");
            Path log = folder.resolve("log");
            Process daemon = new ProcessBuilder(List.of(
                            "dockerd",
                            "--bridge=none",
                            "--iptables=false",
                            "--host=unix://" + SOCKET,
                            "--data-root=" + folder.resolve("data"),
                            "--exec-root=" + folder.resolve("exec"),
                            "--pidfile=" + folder.resolve("pid")))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(daemon, folder)));
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (daemon.isAlive() && !isListening() && System.nanoTime() < end) {
                daemon.waitFor(100, TimeUnit.MILLISECONDS);
            }
            if (!isListening()) {
                System.out.println("dockerd does not answer on " + SOCKET + "; its log is " + log);
                stop(daemon, folder);
            }
        } catch (IOException e) {
            System.out.println("dockerd cannot be started: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the engine and removes its folder, in which it leaves the mount of a network namespace. */
    private static void stop(Process daemon, Path folder) {
        daemon.destroy();
        try {
            if (!daemon.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                daemon.destroyForcibly().waitFor();
            }
            new ProcessBuilder("umount", folder.resolve("exec/netns/default").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            FileTrees.delete(folder);
        } catch (IOException e) {
            System.out.println(folder + " cannot be removed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
