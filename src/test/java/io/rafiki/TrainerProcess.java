package io.rafiki;

import io.rafiki.trainer.host.FileTrees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A command of the assembled distribution as a process in a group of its own, and what it has started on its part. */
class TrainerProcess implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 360;

    private final Path folder;
    private final List<String> arguments;
    private List<String> launcher = List.of("setsid");
    private final Map<String, String> environment = new HashMap<>();

    /**
     * @param folder of the test; the command's own is {@link #out()}
     * @param arguments the command and its options, {@code --out} excepted
     */
    TrainerProcess(Path folder, List<String> arguments) {
        this.folder = folder;
        this.arguments = new ArrayList<>(arguments);
        this.arguments.addAll(List.of("--out", out().toString()));
    }

    /** The arguments, with rows that tests load once and share: where how they are loaded is not what is tested. */
    static String[] onSharedData(String... arguments) {
        return Stream.concat(
                        Stream.of(arguments), Stream.of("--data", sharedData().toString()))
                .toArray(String[]::new);
    }

    /** The folder of those rows. */
    static Path sharedData() {
        return Path.of("target", "data").toAbsolutePath();
    }

    /** The same in a control group, which what it starts inherits. */
    final TrainerProcess within(Path group) {
        launcher = List.of("setsid", "sh", "-c", "echo $$ > " + group + "/cgroup.procs && exec \"$@\"", "sh");
        return this;
    }

    /** The same with these environment variables. */
    final TrainerProcess with(Map<String, String> variables) {
        environment.putAll(variables);
        return this;
    }

    /** Starts it; what it prints is added to {@link #printed()}. */
    final Process start() throws IOException {
        // a session of its own, as a shell gives a job: its process group bears its id
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(
                Command.JAVA.resolve("bin").resolve("java").toString(),
                QuickStart.JIT,
                "-Drafiki.home=" + Distribution.file("."),
                "-cp",
                Distribution.classPath(),
                "io.rafiki.trainer.cli.Rafiki"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
        // as the launcher does
        builder.environment().put("TESTCONTAINERS_RYUK_DISABLED", "true");
        builder.environment().put("TESTCONTAINERS_HOST_OVERRIDE", "localhost");
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** The command as a shell takes it. */
    final String command() {
        return "rafiki " + String.join(" ", arguments);
    }

    /** Runs it to its end. */
    final int run() throws IOException, InterruptedException {
        Process process = start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running after " + PATIENCE_SECONDS + " s: " + printed());
        }
        return process.exitValue();
    }

    /** The folder that it works in. */
    final Path out() {
        return folder.resolve("out");
    }

    final String printed() throws IOException {
        return Files.readString(output());
    }

    /** The processes that it has noted and that are alive. */
    final List<ProcessHandle> alive() throws IOException {
        return noted("process ")
                .flatMap(words -> ProcessHandle.of(Long.parseLong(words.split(" ", -1)[0])).stream())
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    /** The control groups that it has noted and that are there. */
    final List<Path> groups() throws IOException {
        return noted("group ").map(Path::of).filter(Files::exists).toList();
    }

    /** Those whose command line has that word. */
    final List<ProcessHandle> alive(String word) throws IOException {
        List<ProcessHandle> found = new ArrayList<>();
        for (ProcessHandle process : alive()) {
            Path line = Path.of("/proc/" + process.pid() + "/cmdline");
            if (Files.exists(line)
                    && Files.readString(line, StandardCharsets.ISO_8859_1).contains(word)) {
                found.add(process);
            }
        }
        return found;
    }

    private Stream<String> noted(String kind) throws IOException {
        Path started = out().resolve("work").resolve("started");
        List<String> lines = Files.exists(started) ? Files.readAllLines(started) : List.of();
        return lines.stream().filter(line -> line.startsWith(kind)).map(line -> line.substring(kind.length()));
    }

    /** Ends what a test that failed has left. */
    @Override
    public void close() throws IOException {
        alive().forEach(ProcessHandle::destroyForcibly);
        FileTrees.delete(out());
    }

    private Path output() {
        return folder.resolve("output");
    }
}
