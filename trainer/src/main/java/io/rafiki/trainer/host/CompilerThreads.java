package io.rafiki.trainer.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The JIT compiler threads of a HotSpot JVM.
 *
 * <p>On a saturated processor they share CPU time with about thirty other threads and receive a few percent. The node then needs five
 * minutes to compile its request path, and is up to three times slower until then. With a higher priority they need half a minute. A node
 * in production passed this phase long ago; a trial did not.
 */
public final class CompilerThreads {

    private static final String NICE = "-19";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private CompilerThreads() {}

    /**
     * Schedules the compiler threads before all threads of normal priority on this machine.
     *
     * @param pid process id of the JVM
     * @return the reason if that failed; empty on success
     */
    public static Optional<String> first(long pid) throws IOException, InterruptedException {
        List<String> threads = of(pid);
        List<String> before = List.of();
        while (!threads.equals(before)) {
            List<String> command = new ArrayList<>(List.of("renice", "-n", NICE, "-p"));
            command.addAll(threads);
            try {
                if (!threads.isEmpty() && Shell.succeeds(command, PATIENCE)) {
                    return Optional.empty();
                }
            } catch (IOException missing) {
                return Optional.of("no renice command");
            }
            // a thread can end between listing and moving
            before = threads;
            threads = of(pid);
        }
        return Optional.of(threads.isEmpty() ? "this JVM shows no threads that compile" : "not permitted");
    }

    /** The kernel thread ids. */
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
