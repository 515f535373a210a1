package io.rafiki.trainer.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Which processors node and client may use, as {@code taskset} writes them; empty means all.
 *
 * @param node the processors of the node
 * @param client the processors of its client
 */
public record Pinning(Optional<String> node, Optional<String> client) {

    /**
     * Processors of their own where there are two or more, a quarter for the client; on one processor nothing is pinned.
     *
     * @param processors that may be used, by the kernel's numbers
     */
    public static Pinning of(List<Integer> processors, boolean wanted) {
        if (!wanted || processors.size() < 2) {
            return new Pinning(Optional.empty(), Optional.empty());
        }
        int nodes = processors.size() - Math.max(1, processors.size() / 4);
        return new Pinning(
                Optional.of(list(processors.subList(0, nodes))),
                Optional.of(list(processors.subList(nodes, processors.size()))));
    }

    /**
     * One processor for the two of them, the first and the second of those that may be used in turn, a second each. Of two nodes that take
     * turns at the same time one is never in the other's way, and what one processor is slower by than the other, both have half of the
     * time.
     *
     * @param node 0 or 1
     */
    public static Pinning inTurn(int node) {
        long second = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
        List<Integer> allowed = Host.processors();
        String processor = Integer.toString(allowed.get(Math.floorMod(second + node, Math.min(2, allowed.size()))));
        return new Pinning(Optional.of(processor), Optional.of(processor));
    }

    /** {@code 0-2,6}. */
    private static String list(List<Integer> processors) {
        List<String> ranges = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= processors.size(); i++) {
            if (i == processors.size() || processors.get(i) != processors.get(i - 1) + 1) {
                int from = processors.get(first);
                int to = processors.get(i - 1);
                ranges.add(from == to ? Integer.toString(from) : from + "-" + to);
                first = i;
            }
        }
        return String.join(",", ranges);
    }
}
