package io.rafiki.trainer.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The processors of node and client in the syntax of {@code taskset}; empty means all. */
public record CpuPinning(Optional<String> node, Optional<String> client) {

    /**
     * Separate processors if there are two or more, a quarter of them for the client. One processor is never pinned.
     *
     * @param processors numbers of the permitted processors
     */
    public static CpuPinning of(List<Integer> processors, boolean wanted) {
        if (!wanted || processors.size() < 2) {
            return new CpuPinning(Optional.empty(), Optional.empty());
        }
        int nodes = processors.size() - Math.max(1, processors.size() / 4);
        return new CpuPinning(
                Optional.of(list(processors.subList(0, nodes))),
                Optional.of(list(processors.subList(nodes, processors.size()))));
    }

    /**
     * One processor for node and client, alternating between the first and the second permitted one every second. Two nodes that
     * alternate in opposite phase never share a processor, and a difference in processor speed affects both equally.
     *
     * @param node 0 or 1
     */
    public static CpuPinning inTurn(int node) {
        long second = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
        List<Integer> allowed = HostInfo.processors();
        String processor = Integer.toString(allowed.get(Math.floorMod(second + node, Math.min(2, allowed.size()))));
        return new CpuPinning(Optional.of(processor), Optional.of(processor));
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
