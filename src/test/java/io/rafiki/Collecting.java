package io.rafiki;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rafiki.trainer.datastore.Folders;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code rafiki collect} of the assembled distribution as a process, in a folder of its own. */
record Collecting(Path folder) implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 180;

    /** Others may use all processors: a machine that builds is not a quiet one, and its figures do not matter here. */
    private static final String PLAN =
            """
            name: tiny
            seed: 1
            trials: 0
            read_ratio: {min: 0.0, max: 1.0}
            defaults: {read_ratios: [0.1, 0.9], repeats: 1}
            data: {records: 20000, fields: 1, field_size: 1000B, overwrites: 0.1}
            client: {threads: 8}
            node: {heap: 512MiB, memory: 1GiB}
            time: {warm_up: 1s, measured: 5s}
            most_others: 1.0
            knobs:
              concurrent_reads:
            """;

    Collecting {
        try {
            Files.writeString(folder.resolve("plan.yaml"), PLAN);
        } catch (IOException failure) {
            throw new IllegalStateException("the plan cannot be written: " + failure, failure);
        }
    }

    /** Starts {@code rafiki collect}; what it prints is added to {@link #printed()}. */
    Process start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Command.JAVA.resolve("bin").resolve("java").toString(),
                "-Drafiki.home=" + Distribution.file("."),
                "-cp",
                Stream.of("trainer", "core", "dl4j")
                        .map(part -> Distribution.file("lib/" + part) + "/*")
                        .reduce((a, b) -> a + File.pathSeparator + b)
                        .orElseThrow(),
                "io.rafiki.trainer.cli.Rafiki"));
        command.addAll(arguments());
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()))
                .start();
    }

    private List<String> arguments() {
        return List.of("collect", "--plan", folder.resolve("plan.yaml").toString(), "--out", out().toString());
    }

    /** The command as a shell takes it. */
    String command() {
        return "rafiki " + String.join(" ", arguments());
    }

    /** Runs it to its end. */
    int run() throws IOException, InterruptedException {
        Process process = start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running after " + PATIENCE_SECONDS + " s: " + printed());
        }
        return process.exitValue();
    }

    Path out() {
        return folder.resolve("out");
    }

    String printed() throws IOException {
        return Files.readString(output());
    }

    /** The complete lines of trials.jsonl. */
    List<JsonNode> trials() throws IOException {
        List<JsonNode> trials = new ArrayList<>();
        Path file = out().resolve("trials.jsonl");
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                trials.add(new JsonMapper().readTree(line));
            }
        }
        return trials;
    }

    /** The processes that the collector has noted and that are alive. */
    List<ProcessHandle> alive() throws IOException {
        Path started = out().resolve("work").resolve("started");
        if (!Files.exists(started)) {
            return List.of();
        }
        return Files.readAllLines(started).stream()
                .map(line -> line.split(" ", -1))
                .filter(words -> words[0].equals("process"))
                .flatMap(words -> ProcessHandle.of(Long.parseLong(words[1])).stream())
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    /** The memory groups that the collector has noted and that are there. */
    List<Path> groups() throws IOException {
        Path started = out().resolve("work").resolve("started");
        if (!Files.exists(started)) {
            return List.of();
        }
        return Files.readAllLines(started).stream()
                .filter(line -> line.startsWith("group "))
                .map(line -> Path.of(line.substring("group ".length())))
                .filter(Files::exists)
                .toList();
    }

    /** Ends what a test that failed has left. */
    @Override
    public void close() throws IOException {
        alive().forEach(ProcessHandle::destroyForcibly);
        Folders.delete(out());
    }

    private Path output() {
        return folder.resolve("output");
    }
}
