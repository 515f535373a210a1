package io.rafiki.trainer.trial;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Which processors node and client may use, as {@code taskset} writes them; empty means all.
 *
 * @param node the processors of the node
 * @param client the processors of its client
 */
public record Pinning(Optional<String> node, Optional<String> client) {

    /** Processors of their own where there are two or more, a quarter for the client; on one processor nothing is pinned. */
    public static Pinning of(int processors, boolean wanted) {
        if (!wanted || processors < 2) {
            return new Pinning(Optional.empty(), Optional.empty());
        }
        int clients = Math.max(1, processors / 4);
        return new Pinning(
                Optional.of(range(0, processors - clients - 1)),
                Optional.of(range(processors - clients, processors - 1)));
    }

    /**
     * One processor for the two of them, the first and the second in turn, a second each. Of two nodes that take turns at the same time one
     * is never in the other's way, and what one processor is slower by than the other, both have half of the time.
     *
     * @param node 0 or 1
     */
    public static Pinning inTurn(int node) {
        long second = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
        String processor = Long.toString(Math.floorMod(second + node, 2L));
        return new Pinning(Optional.of(processor), Optional.of(processor));
    }

    private static String range(int first, int last) {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }
}
