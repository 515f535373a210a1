package io.rafiki.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.apache.spark.api.java.function.Function;

/**
 * Runs one trial as a process on the machine of an executor. The argument is a request of the collector, the result its answer, both as
 * JSON.
 *
 * <p>The trial works in {@code machines/HOST/PROCESSORS} of the campaign's folder. Executors with the same processors share this folder
 * and take turns. Executors that {@code taskset} gave different processors measure at the same time.
 *
 * <p>The trial ends when its standard input ends, so it does not survive its executor.
 */
final class TrialTask implements Function<String, String> {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Semaphore TURN = new Semaphore(1);
    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String PROCESSORS = "Cpus_allowed_list:";

    /** The greatest exit code of {@code rafiki trial} with a recorded trial, which has failed. */
    private static final int FAILED = 1;

    /** @throws IOException with one line, if there is no trial */
    @Override
    public String call(String request) throws IOException, InterruptedException {
        JsonNode read = JSON.readTree(request);
        String host = Files.readString(HOST).strip();
        Path place = Path.of("machines", host, processors());
        Path folder = Files.createDirectories(Path.of(read.get("out").asText()).resolve(place));
        TURN.acquire();
        try (FileChannel others = lockFile(folder.resolve(".turn"))) {
            others.lock();
            awaitEnd(folder);
            ObjectNode answer = JSON.createObjectNode();
            answer.put("folder", place.toString());
            answer.put("line", run(read, folder, host));
            return answer.toString();
        } finally {
            TURN.release();
        }
    }

    /** Waits until the trial of a lost executor has ended. Its process holds this lock of the folder. */
    private static void awaitEnd(Path folder) throws IOException {
        try (FileChannel trial = lockFile(folder.resolve(".lock"))) {
            trial.lock();
        }
    }

    private static FileChannel lockFile(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Runs the trial and returns its line of {@code trials.jsonl}. */
    private static String run(JsonNode request, Path folder, String host) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        request.get("command").forEach(word -> command.add(word.asText()));
        if (!Files.isExecutable(Path.of(command.get(0)))) {
            throw new IOException(
                    host + ": expected Rafiki at " + command.get(0) + ", found none. Unpack the distribution there.");
        }
        command.addAll(List.of("--out", folder.toString()));
        Path input = Files.createDirectories(folder.resolve("input"));
        for (Map.Entry<String, JsonNode> file : request.get("files").properties()) {
            Files.writeString(input.resolve(file.getKey()), file.getValue().asText());
        }
        Path record = folder.resolve("trials.jsonl");
        Files.deleteIfExists(record);
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
        Process trial = builder.start();
        int exit;
        try {
            exit = trial.waitFor();
        } finally {
            trial.destroy();
        }
        List<String> lines = Files.exists(record) ? Files.readAllLines(record) : List.of();
        if (exit > FAILED || lines.isEmpty()) {
            throw new IOException(host + ": expected a trial, found exit code " + exit + ": " + last(output));
        }
        return lines.get(lines.size() - 1);
    }

    /** The last line of the output that is no advice to read the help. */
    private static String last(Path output) throws IOException {
        return Files.readAllLines(output).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("Try '"))
                .reduce((earlier, later) -> later)
                .orElse("no output");
    }

    /** The processors that this executor can use, as the kernel lists them: {@code 0-3,6}. */
    private static String processors() throws IOException {
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith(PROCESSORS))
                .map(line -> line.substring(PROCESSORS.length()).strip())
                .findFirst()
                .orElse("all");
    }
}
