package io.rafiki.trainer.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of the agent's, run in a JVM with the agent's class path: the trainer starts the agent, it does not import it. */
final class AgentProgram {

    private AgentProgram() {}

    /**
     * Runs it to its end, on this process's input and output.
     *
     * @return its exit code
     */
    static int run(String mainClass, List<String> arguments) throws IOException, InterruptedException {
        Path home = Installation.home();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // what the tuner logs in a node; what is worth telling here, the program prints
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                home.resolve("lib/core/*") + ":" + home.resolve("lib/agent/*") + ":" + home.resolve("lib/trainer/*"),
                mainClass));
        command.addAll(arguments);
        Process program = new ProcessBuilder(command).inheritIO().start();
        try {
            return program.waitFor();
        } finally {
            program.destroy();
        }
    }
}
