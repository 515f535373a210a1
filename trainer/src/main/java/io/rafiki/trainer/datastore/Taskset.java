package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The kernel's say on which processors a process runs. */
public final class Taskset {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Of threads that ended between being listed and being moved, after each of which {@code taskset} gives up. */
    private static final int TRIES = 10;

    private Taskset() {}

    /**
     * Lets all threads of a process run on these processors only; threads and processes that end meanwhile are let be.
     *
     * @param processors as {@code taskset} writes them: {@code 0} or {@code 0,2-3}
     * @throws DatastoreException if that is refused
     */
    public static void pin(long pid, String processors) throws IOException, InterruptedException {
        List<String> command = List.of("taskset", "-a", "-p", "-c", processors, Long.toString(pid));
        for (int i = 0; i < TRIES; i++) {
            if (SystemCommand.succeeds(command, PATIENCE)
                    || ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
                return;
            }
        }
        throw new DatastoreException(
                "taskset: expected to pin process " + pid + " to processors " + processors + ", found a refusal.");
    }
}
