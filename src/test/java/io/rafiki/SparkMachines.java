package io.rafiki;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A standalone Spark cluster on this machine: a master and workers, each a process with Spark's own main class. A worker and its executor
 * have one processor, so that two of them measure at the same time as two machines do.
 */
final class SparkMachines implements AutoCloseable {

    private static final Path HOME =
            Path.of(System.getProperty("rafiki.spark.home")).toAbsolutePath().normalize();
    private static final String HOST = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Path folder;
    private final int port;
    private final List<Process> started = new ArrayList<>();

    /** Starts the master. */
    SparkMachines(Path folder) throws IOException {
        this.folder = folder;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        start(List.of(), "master.Master", "--host", HOST, "--port", Integer.toString(port), "--webui-port", "0");
        await().atMost(PATIENCE).until(this::masterAnswers);
    }

    String url() {
        return "spark://" + HOST + ":" + port;
    }

    /** The variables of every process that uses this cluster. */
    static Map<String, String> environment() {
        return Map.of(
                "SPARK_HOME",
                HOME.toString(),
                "SPARK_SCALA_VERSION",
                "2.13",
                "SPARK_LOCAL_IP",
                HOST,
                "JAVA_HOME",
                Command.JAVA.toString(),
                "RAFIKI_JAVA_OPTS",
                QuickStart.JIT);
    }

    /** Starts a worker on this processor. */
    Process worker(int processor) throws IOException {
        return start(
                List.of("taskset", "-c", Integer.toString(processor)),
                "worker.Worker",
                "--host",
                HOST,
                "--cores",
                "1",
                "--memory",
                "1g",
                "--webui-port",
                "0",
                "--work-dir",
                folder.resolve("worker-" + started.size()).toString(),
                url());
    }

    /** Kills a worker and its executor, as the loss of a machine does. */
    static void kill(Process worker) throws InterruptedException {
        List<ProcessHandle> executors = worker.children().toList();
        worker.destroyForcibly().waitFor();
        executors.forEach(ProcessHandle::destroyForcibly);
        await().atMost(PATIENCE).until(() -> executors.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Override
    public void close() {
        for (Process process : started) {
            process.children().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Process start(List<String> launcher, String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(
                Command.JAVA.resolve("bin/java").toString(),
                QuickStart.JIT,
                "-Xmx256m",
                "-cp",
                HOME.resolve("jars") + "/*",
                "org.apache.spark.deploy." + main));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        folder.resolve("spark-" + started.size() + ".log").toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        builder.environment().putAll(environment());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private boolean masterAnswers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
