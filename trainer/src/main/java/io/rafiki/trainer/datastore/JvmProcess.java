package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.time.Duration;

/** The process of a node's JVM on this machine, however it was started. */
interface JvmProcess {

    ProcessHandle handle();

    /** Waits until it has ended, at most for that time; whether it has. */
    boolean hasEnded(Duration within) throws InterruptedException;

    /** Its exit code in words, once it has ended. */
    String exit();

    /** Asks it to end (SIGTERM). */
    void terminate();

    /** Ends it (SIGKILL). */
    void kill();

    /** Gives back what was made for it; it must have ended. May be called again. */
    void release() throws IOException;
}
