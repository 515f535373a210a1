package io.rafiki.trainer.host;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The CPU affinity of processes. */
public final class CpuAffinity {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Retries for threads that end between listing and moving; {@code taskset} gives up after each of them. */
    private static final int TRIES = 10;

    private CpuAffinity() {}

    /**
     * Restricts all threads of a process to these processors. Threads and processes that end in the meantime are ignored.
     *
     * @param processors in the syntax of {@code taskset}: {@code 0} or {@code 0,2-3}
     * @throws DatastoreException if the kernel refuses
     */
    public static void pin(long pid, String processors) throws IOException, InterruptedException {
        List<String> command = List.of("taskset", "-a", "-p", "-c", processors, Long.toString(pid));
        for (int i = 0; i < TRIES; i++) {
            if (Shell.succeeds(command, PATIENCE)
                    || ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
                return;
            }
        }
        throw new DatastoreException(
                "taskset: expected to pin process " + pid + " to processors " + processors + ", found a refusal.");
    }
}
