package io.rafiki.trainer.trial;

import java.util.Optional;

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

    /** One processor for the two of them: what another node and its client do on another one is nothing to them. */
    public static Pinning together(int processor) {
        return new Pinning(Optional.of(range(processor, processor)), Optional.of(range(processor, processor)));
    }

    private static String range(int first, int last) {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }
}
