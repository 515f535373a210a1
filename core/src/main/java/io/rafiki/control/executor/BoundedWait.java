package io.rafiki.control.executor;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs tasks in the background, so that their caller waits for a limited time only.
 *
 * @param background executes a task
 * @param longest longest wait; afterwards a task continues without its caller
 */
public record BoundedWait(Executor background, Duration longest) {

    /** Leaves time for the way to an operator who expects an answer within a second. */
    public static final Duration FOR_AN_ANSWER = Duration.ofMillis(700);

    /** A leader repeats an order every few seconds. Meanwhile the node has to report itself. */
    public static final Duration FOR_AN_ORDER = Duration.ofSeconds(2);

    /** Runs a task; throws its exception if it ends in time. */
    public void run(Runnable task) {
        FutureTask<Void> running = new FutureTask<>(task, null);
        background.execute(running);
        try {
            running.get(longest.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException hangs) {
            // the task ends later
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            // a Runnable throws no checked exception
            throw (RuntimeException) failed.getCause();
        }
    }
}
