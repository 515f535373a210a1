package io.rafiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A program of the tests as a process of its own, which passes the restrictions of a command on to the nodes that it starts. */
final class HostProcess {

    private static final int MOST_MINUTES = 10;
    private static final int LAST_LINES = 40;

    private HostProcess() {}

    /**
     * Runs the program, and asserts that it succeeds.
     *
     * @param before words before the program's own command
     * @param program has a main method
     * @param folder first argument of the program; receives its output, and may contain the log of its node
     * @param arguments further arguments
     * @param environment changes the variables
     * @return all that the program printed
     */
    static String run(
            List<String> before,
            Class<?> program,
            Path folder,
            List<String> arguments,
            Consumer<Map<String, String>> environment)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Command.JAVA.resolve("bin/java").toString(),
                QuickStart.JIT,
                "-Drafiki.home=" + Distribution.file("."),
                "-Drafiki.cassandra.version=" + RealNode.VERSION,
                "-Drafiki.native=" + SharedNode.nativeCache(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                folder.toString()));
        command.addAll(arguments);
        Path output = folder.resolve("output");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        environment.accept(builder.environment());
        Process process = builder.start();
        boolean ended = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        String printed = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
        assertThat(ended && process.exitValue() == 0)
                .as(program.getSimpleName() + " " + arguments + ": " + printed + endOf(folder.resolve("node.log")))
                .isTrue();
        return printed;
    }

    private static String endOf(Path log) throws IOException {
        List<String> lines = Files.exists(log) ? Files.readAllLines(log, StandardCharsets.ISO_8859_1) : List.of();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }
}
