package io.rafiki;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A JVM that is run to its end.
 *
 * @param exit its exit code
 * @param output all that it printed
 */
record Command(int exit, String output) {

    static final Path JAVA = Path.of(System.getProperty("java.home"));

    private static final long PATIENCE_SECONDS = 60;

    /** Runs {@code java} in a folder that is its home too, so that whatever it writes there is seen. */
    static Command java(Path javaHome, Path folder, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.add("-Duser.home=" + folder);
        command.addAll(arguments);
        Path output = Files.createTempFile("rafiki", ".out");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
            Process process = builder.start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("still running after " + PATIENCE_SECONDS + " s: " + command);
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
