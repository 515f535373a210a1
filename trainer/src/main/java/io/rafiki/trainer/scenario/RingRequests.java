package io.rafiki.trainer.scenario;

import io.rafiki.trainer.operator.ConsoleException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Requests to the nodes of a ring. The end of a node explains a lost connection, so it is reported first.
 *
 * @param end why a node ended; empty while all nodes run
 * @param hasLoadEnded whether the clients have ended
 * @param patience time until a condition must hold
 */
record RingRequests(Supplier<Optional<String>> end, BooleanSupplier hasLoadEnded, Duration patience) {

    /** A request to a node. */
    @FunctionalInterface
    interface Request<T> {
        T send() throws IOException;
    }

    /**
     * The answer to a request.
     *
     * @throws IOException with the cause, if a node has ended
     * @throws ConsoleException if the request fails while all nodes run
     */
    <T> T answer(Request<T> request) throws IOException {
        requireNodes();
        try {
            return request.send();
        } catch (ConsoleException failure) {
            requireNodes();
            throw failure;
        }
    }

    /**
     * Waits until a condition holds.
     *
     * @param late the message if it does not hold in time
     * @throws IOException with the cause, if a node or the clients have ended, or if it is late
     */
    void await(Request<Boolean> condition, Supplier<String> late) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!answer(condition)) {
            if (hasLoadEnded.getAsBoolean()) {
                requireNodes();
                throw new IOException("YCSB: expected clients until the end of the demo, found that they ended.");
            }
            if (System.nanoTime() > deadline) {
                throw new IOException(late.get());
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private void requireNodes() throws IOException {
        Optional<String> ended = end.get();
        if (ended.isPresent()) {
            throw new IOException(ended.get());
        }
    }
}
