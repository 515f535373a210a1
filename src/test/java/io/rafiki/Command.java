package io.rafiki;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A command that is run to its end.
 *
 * @param exit its exit code
 * @param output all that it printed
 */
record Command(int exit, String output) {

    static final Path JAVA = Path.of(System.getProperty("java.home"));

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PATIENCE_WITH_TRIALS = Duration.ofHours(1);

    /** Runs {@code java} in a folder that is its home too, so that whatever it writes there is seen. */
    static Command java(Path javaHome, Path folder, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.add("-Duser.home=" + folder);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return run(builder, PATIENCE);
    }

    /** Runs a command that may run trials. */
    static Command run(String... command) throws IOException, InterruptedException {
        return run(new ProcessBuilder(command), PATIENCE_WITH_TRIALS);
    }

    private static Command run(ProcessBuilder builder, Duration patience) throws IOException, InterruptedException {
        Path output = Files.createTempFile("rafiki", ".out");
        try {
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(patience.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("still running after " + patience.toSeconds() + " s: " + builder.command());
            }
            return new Command(process.exitValue(), Files.readString(output));
        } finally {
            Files.delete(output);
        }
    }

    static String classPath(List<Path> entries) {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
