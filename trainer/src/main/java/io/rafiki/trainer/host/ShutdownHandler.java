package io.rafiki.trainer.host;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Shuts down cleanly after Ctrl-C or SIGTERM during work on real nodes: interrupts the working thread, waits until it has cleaned up,
 * ends all processes of this JVM and removes the control groups.
 *
 * <p>Only {@code kill -9} leaves processes; the {@link ProcessLedger} lists them for the next run.
 */
public final class ShutdownHandler implements AutoCloseable {

    /** A step that must not be interrupted. */
    @FunctionalInterface
    public interface Step {
        void run() throws IOException;
    }

    private final Thread worker = Thread.currentThread();
    private final ProcessLedger ledger;
    private final Consumer<String> farewell;
    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stop, "rafiki-stop");
    private final Object interrupting = new Object();

    /**
     * Protects the calling thread until this object is closed.
     *
     * @param farewell receives one sentence about the outcome, if the JVM was asked to terminate
     */
    public ShutdownHandler(ProcessLedger ledger, Consumer<String> farewell) {
        this.ledger = ledger;
        this.farewell = farewell;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Whether this JVM was asked to terminate.
     *
     * <p>Call it after a failure. Ctrl-C reaches the child processes too, and they can react faster, so the answer "no" takes one second.
     */
    public boolean requested() throws InterruptedException {
        return requested.await(1, TimeUnit.SECONDS);
    }

    /**
     * Rethrows as an interruption if the failure results from the termination of this JVM.
     *
     * @throws InterruptedException if termination was requested
     */
    public void unlessRequested(Exception failure) throws InterruptedException {
        if (requested()) {
            throw (InterruptedException) new InterruptedException(failure.getMessage()).initCause(failure);
        }
    }

    /** Runs the step to its end and defers interrupts until then. */
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

    /** The working thread calls this after it has cleaned up. */
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
        } catch (IOException | TimeoutException | InterruptedException failure) {
            farewell.accept("Stopped; the next run ends what is left (" + failure + ").");
        }
    }

    private void end() throws IOException, TimeoutException, InterruptedException {
        boolean inOrder = ended.await(ProcessLedger.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        List<ProcessHandle> left = ProcessHandle.current().descendants().toList();
        left.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle process : left) {
            if (!ProcessLedger.hasEnded(process)) {
                throw new TimeoutException("process " + process.pid() + " still runs "
                        + ProcessLedger.PATIENCE.toSeconds() + " s after it was killed");
            }
        }
        ledger.clean();
        if (!inOrder) {
            throw new TimeoutException("still at work after " + ProcessLedger.PATIENCE.toSeconds() + " s");
        }
    }
}
