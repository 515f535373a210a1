package io.rafiki.trainer.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The process of a Spark driver, which runs trials on the executors of a cluster.
 *
 * <p>It is a JVM of its own, since Spark's libraries do not fit those of the trainer. Requests and answers are lines of JSON on its
 * standard input and output. It ends when its input ends, so it does not survive the collector.
 */
public final class SparkDriver implements AutoCloseable {

    /**
     * The answer to a request.
     *
     * @param trial id of the request
     * @param folder folder of the trial's files on its machine, relative to the campaign's; absent if it was lost
     * @param line the trial as a line of {@code trials.jsonl}; absent if it was lost
     * @param lost why Spark gave up the trial; absent otherwise
     * @param machines number of executors
     */
    public record Answer(String trial, String folder, String line, String lost, int machines) {}

    /**
     * A trial to run.
     *
     * @param trial its id
     * @param out the campaign's folder, on each machine at the same path
     * @param files name to text of the files that the command reads from its folder {@code input}
     * @param command command line without the option for the output folder
     */
    public record Request(String trial, String out, Map<String, String> files, List<String> command) {}

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration END = Duration.ofSeconds(10);
    private static final Duration QUEUED = Duration.ofSeconds(1);

    /** The driver gives up after 60 s without an executor, and Spark after 60 s without a master. */
    private static final Duration READY = Duration.ofSeconds(90);

    private static final String MAIN = "io.rafiki.spark.TrialDriver";

    /** Packages that Spark 3.5 opens by reflection (its class JavaModuleOptions). */
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "jdk.internal.ref",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    private final Process process;
    private final BufferedWriter requests;
    private final Path log;
    private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private int cores;
    private int machines;

    /**
     * The driver in a running process.
     *
     * @param log receives the lines of its output that are no answers
     */
    public SparkDriver(Process process, Path log) {
        this.process = process;
        this.log = log;
        requests = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader =
                new Thread(() -> read(process.inputReader(StandardCharsets.UTF_8), log, answers), "rafiki-spark");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts the driver and waits for its first executor.
     *
     * @param environment variables of this process; {@code SPARK_HOME} names the installation of Spark
     * @param home the distribution of Rafiki
     * @param out the campaign's folder, which receives the driver's log
     * @throws IOException with one line, if there is no Spark, no master or no executor
     */
    public static SparkDriver start(SparkMaster master, Map<String, String> environment, Path home, Path out)
            throws IOException, InterruptedException {
        Path jars = jars(environment);
        master.requireReachable(CONNECT);
        Path log = Files.createDirectories(out).resolve("spark.log");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx768m"));
        // the JVM's warnings go to standard output by default, where the answers are
        command.addAll(List.of("-Xlog:disable", "-Xlog:all=warning:stderr"));
        OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
        command.addAll(List.of(
                "-cp", home.resolve("lib/spark") + "/*" + File.pathSeparator + jars + "/*", MAIN, master.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        SparkDriver driver = new SparkDriver(process, log);
        boolean ready = false;
        try {
            driver.awaitReady(master);
            ready = true;
        } finally {
            if (!ready) {
                driver.close();
            }
        }
        return driver;
    }

    /** The processors of a trial on this cluster. */
    public int cores() {
        return cores;
    }

    /** The number of executors, at least 1, when the driver last answered. */
    public int machines() {
        return Math.max(1, machines);
    }

    /** Asks for a trial. The driver answers each request once. */
    public void submit(Request request) throws IOException {
        try {
            requests.write(JSON.writeValueAsString(request));
            requests.newLine();
            requests.flush();
        } catch (IOException e) {
            throw ended(e);
        }
    }

    /**
     * Waits for the next answer.
     *
     * @throws IOException with one line, if the driver ended or the cluster is not usable
     */
    public Answer next() throws IOException, InterruptedException {
        Answer answer = JSON.treeToValue(accepted(answers.take()), Answer.class);
        machines = answer.machines();
        return answer;
    }

    /** An answer that has arrived, or arrives within a second; empty without one, and if the driver ended or refused. */
    public Optional<Answer> queued() throws IOException, InterruptedException {
        JsonNode answer = answers.poll(QUEUED.toMillis(), TimeUnit.MILLISECONDS);
        if (answer == null) {
            return Optional.empty();
        }
        if (!answer.has("trial")) {
            answers.add(answer);
            return Optional.empty();
        }
        return Optional.of(JSON.treeToValue(answer, Answer.class));
    }

    /** Ends the driver, and with it the executors and their trials. */
    @Override
    public void close() {
        try {
            requests.close();
        } catch (IOException e) {
            // it has ended
        }
        try {
            if (process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    private void awaitReady(SparkMaster master) throws IOException, InterruptedException {
        JsonNode first = answers.poll(READY.toSeconds(), TimeUnit.SECONDS);
        if (first == null) {
            throw new IOException(master + ": expected a Spark master that accepts an application within "
                    + READY.toSeconds() + " s, found none. Correct --engine; Spark's log is " + log + ".");
        }
        JsonNode ready = accepted(first);
        cores = ready.get("cores").asInt();
        machines = ready.get("machines").asInt();
    }

    private JsonNode accepted(JsonNode answer) throws IOException {
        if (answer.isMissingNode()) {
            answers.add(answer);
            throw ended(null);
        }
        if (answer.has("refused")) {
            throw new IOException(answer.get("refused").asText());
        }
        return answer;
    }

    private IOException ended(IOException cause) {
        return new IOException(
                "Spark driver: expected it to run until the last trial, found that it ended. Its log is " + log + ".",
                cause);
    }

    /** Queues the answers, and a missing node at the end. Other lines, such as the JVM's warnings, go to the log. */
    static void read(BufferedReader lines, Path log, Queue<JsonNode> answers) {
        try (lines) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("{")) {
                    answers.add(JSON.readTree(line));
                } else {
                    Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                }
            }
        } catch (IOException e) {
            // as the end
        }
        answers.add(MissingNode.getInstance());
    }

    /** The folder of Spark's jars. */
    private static Path jars(Map<String, String> environment) throws IOException {
        String home = environment.getOrDefault("SPARK_HOME", "");
        if (home.isBlank()) {
            throw new IOException("SPARK_HOME: expected the folder of a Spark 3.5 installation, found none. Set it.");
        }
        Path jars = Path.of(home, "jars");
        if (Files.isDirectory(jars)) {
            try (DirectoryStream<Path> core = Files.newDirectoryStream(jars, "spark-core_*.jar")) {
                if (core.iterator().hasNext()) {
                    return jars;
                }
            }
        }
        throw new IOException(jars + ": expected the jars of Spark 3.5, found no spark-core. Correct SPARK_HOME.");
    }
}
