package io.rafiki.trainer.host;

import java.io.IOException;
import java.time.Duration;

/** The process of a node's JVM on this machine: a child process or a container. */
public interface JvmProcess {

    ProcessHandle handle();

    /** Whether the process runs. */
    boolean isAlive();

    /** Waits for the end of the process, at most for the given time. Returns whether it ended. */
    boolean hasEnded(Duration within) throws InterruptedException;

    /** The exit code in words, after the process ended. */
    String exit();

    /** Requests termination (SIGTERM). */
    void terminate();

    /** Kills the process (SIGKILL). */
    void kill();

    /** Releases the resources of the process, which must have ended. Idempotent. */
    void release() throws IOException;
}
