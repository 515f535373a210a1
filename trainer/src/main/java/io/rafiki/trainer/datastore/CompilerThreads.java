package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The threads of a HotSpot JVM that compile.
 *
 * <p>On a processor that clients keep busy they get their share like any of some thirty other threads, a few percent: it takes a node
 * five minutes to compile what it serves requests with, and until then it is up to three times slower than it will be. Put before the
 * others they are done in half a minute. A node in production has had its five minutes; a trial has not.
 */
final class CompilerThreads {

    private static final String NICE = "-19";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private CompilerThreads() {}

    /**
     * Lets the threads that compile run before all others of the machine that have the usual priority.
     *
     * @param pid of the JVM
     * @return why not, in a few words; empty if they do
     */
    static Optional<String> first(long pid) throws IOException, InterruptedException {
        List<String> threads = of(pid);
        List<String> before = List.of();
        while (!threads.equals(before)) {
            List<String> command = new ArrayList<>(List.of("renice", "-n", NICE, "-p"));
            command.addAll(threads);
            try {
                if (!threads.isEmpty() && SystemCommand.succeeds(command, PATIENCE)) {
                    return Optional.empty();
                }
            } catch (IOException missing) {
                return Optional.of("no renice command");
            }
            // one may have ended between being listed and being moved
            before = threads;
            threads = of(pid);
        }
        return Optional.of(threads.isEmpty() ? "this JVM shows no threads that compile" : "not permitted");
    }

    /** Kernel's ids of them. */
    private static List<String> of(long pid) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            return tasks.filter(CompilerThreads::compiles)
                    .map(task -> task.getFileName().toString())
                    .toList();
        }
    }

    private static boolean compiles(Path task) {
        try {
            String name = Files.readString(task.resolve("comm"));
            return name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler");
        } catch (IOException endedMeanwhile) {
            return false;
        }
    }
}
