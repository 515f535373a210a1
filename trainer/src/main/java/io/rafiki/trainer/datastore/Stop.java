package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Ctrl-C or SIGTERM while a thread works on real nodes: the thread is interrupted, and when it has put its things in order, whatever
 * this JVM has started and still runs is ended, and the control groups are removed.
 *
 * <p>Only {@code kill -9} leaves something behind; that is in the {@link ProcessLedger} for the next run.
 */
public final class Stop implements AutoCloseable {

    /** What must not be interrupted halfway. */
    @FunctionalInterface
    public interface Step {
        void run() throws IOException;
    }

    private static final long PATIENCE_SECONDS = 30;

    private final Thread worker = Thread.currentThread();
    private final ProcessLedger ledger;
    private final Consumer<String> farewell;
    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "rafiki-stop");
    private final Object interrupting = new Object();

    /**
     * Watches over the calling thread until it closes this.
     *
     * @param farewell hears at last how it ended, in a sentence, if the JVM was told to end
     */
    public Stop(ProcessLedger ledger, Consumer<String> farewell) {
        this.ledger = ledger;
        this.farewell = farewell;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Whether this JVM has been told to end.
     *
     * <p>Ask when something has failed: Ctrl-C reaches the processes that this JVM has started as well, and they may be quicker, so the
     * answer no takes a second.
     */
    public boolean requested() throws InterruptedException {
        return requested.await(1, TimeUnit.SECONDS);
    }

    /**
     * To be asked when something has failed, which may be for no other reason than that this JVM has been told to end.
     *
     * @throws InterruptedException if it has
     */
    public void unlessRequested(Exception failure) throws InterruptedException {
        if (requested()) {
            throw (InterruptedException) new InterruptedException(failure.getMessage()).initCause(failure);
        }
    }

    /** Runs the step to its end; an interrupt waits for it. */
    public void undisturbed(Step step) throws IOException {
        synchronized (interrupting) {
            boolean interrupted = Thread.interrupted();
            try {
                step.run();
            } finally {
                if (interrupted) {
                    worker.interrupt();
                }
            }
        }
    }

    /** To be called by the thread when its things are in order. */
    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            return;
        }
    }

    private void stop() {
        requested.countDown();
        synchronized (interrupting) {
            worker.interrupt();
        }
        try {
            end();
            farewell.accept("Stopped.");
        } catch (IOException | ExecutionException | TimeoutException | InterruptedException failure) {
            farewell.accept("Stopped; the next run ends what is left (" + failure + ").");
        }
    }

    private void end() throws IOException, ExecutionException, TimeoutException, InterruptedException {
        boolean inOrder = ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        List<ProcessHandle> left = ProcessHandle.current().descendants().toList();
        left.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle process : left) {
            process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
        ledger.clean();
        if (!inOrder) {
            throw new TimeoutException("still at work after " + PATIENCE_SECONDS + " s");
        }
    }
}
