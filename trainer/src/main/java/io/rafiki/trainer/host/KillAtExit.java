package io.rafiki.trainer.host;

/** Kills a process when this JVM ends, until it is closed. After {@code kill -9} of this JVM the {@link ProcessLedger} lists the process. */
public final class KillAtExit implements AutoCloseable {

    private final Thread hook;

    private KillAtExit(Thread hook) {
        this.hook = hook;
    }

    /**
     * Watches over a process from now on.
     *
     * @param name of the process, such as {@code node}
     * @param pid its id
     * @param kill kills it at once
     * @throws DatastoreException if this JVM is about to end; the process is killed in that case
     */
    public static KillAtExit of(String name, long pid, Runnable kill) throws DatastoreException {
        Thread hook = new Thread(kill, "rafiki-kill-" + name + "-" + pid);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            kill.run();
            throw new DatastoreException(
                    name + ": expected to start it, found that this JVM is about to end", shuttingDown);
        }
        return new KillAtExit(hook);
    }

    /** Call it when the process has ended. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            // the hook runs already, and finds an ended process
            return;
        }
    }
}
