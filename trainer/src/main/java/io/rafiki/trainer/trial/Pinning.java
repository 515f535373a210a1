package io.rafiki.trainer.trial;

import java.util.Optional;

/**
 * Which processors node and client may use, as {@code taskset} writes them; empty means all.
 *
 * @param node the first half, at least one
 * @param client the rest
 */
public record Pinning(Optional<String> node, Optional<String> client) {

    /** Processors of their own where there are two or more; on one processor nothing is pinned. */
    public static Pinning of(int processors, boolean wanted) {
        if (!wanted || processors < 2) {
            return new Pinning(Optional.empty(), Optional.empty());
        }
        int clients = Math.max(1, processors / 4);
        return new Pinning(
                Optional.of(range(0, processors - clients - 1)),
                Optional.of(range(processors - clients, processors - 1)));
    }

    private static String range(int first, int last) {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }
}
