package io.rafiki.trainer.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A script that is run to its end. {@code rafiki} on its path is the command of the tested classes.
 *
 * @param exit its exit code
 * @param out lines of its output
 * @param err lines of its error output
 */
record ScriptProcess(int exit, List<String> out, List<String> err) {

    private static final long PATIENCE_SECONDS = 120;

    /** Runs a command in a folder, to which it adds three files. */
    static ScriptProcess run(Path folder, List<String> command) throws IOException, InterruptedException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        String java = java("io.rafiki.trainer.cli.Rafiki").stream()
                .map(word -> "'" + word + "'")
                .collect(Collectors.joining(" "));
        Path rafiki = Files.writeString(bin.resolve("rafiki"), "#!/bin/sh\nexec " + java + " \"$@\"\n");
        Files.setPosixFilePermissions(rafiki, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().merge("PATH", bin.toString(), (path, first) -> first + File.pathSeparator + path);
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running after " + PATIENCE_SECONDS + " s: " + command);
        }
        return new ScriptProcess(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
    }

    /** A script of Python, which can import the modules of the folder. */
    static ScriptProcess python(Path folder, String script, String... arguments)
            throws IOException, InterruptedException {
        assumeRuns("python3", "--version");
        return run(
                folder,
                Stream.concat(Stream.of("python3", "-c", script), Stream.of(arguments))
                        .toList());
    }

    /** The java command with the class path of the tests. It compiles quickly instead of well, because scripts are short. */
    static List<String> java(String... arguments) {
        return Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path")),
                        Stream.of(arguments))
                .toList();
    }

    /** Skips the rest of the test on a machine where the command fails or is missing. */
    static void assumeRuns(String... command) throws InterruptedException {
        boolean runs;
        try {
            runs = new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            runs = false;
        }
        assumeTrue(runs, () -> "this machine does not run " + String.join(" ", command));
    }
}
