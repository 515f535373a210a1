package io.rafiki.trainer.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What others than the node, the client and this JVM used of the processors since it was made (Linux's {@code /proc}).
 *
 * <p>Time that the hypervisor gave to other guests counts too. The client must be a child of this JVM that has ended.
 */
final class OtherLoad {

    private final long node;
    private final Sample begin;

    private record Sample(long all, long busy, long ours) {}

    OtherLoad(long node) throws IOException {
        this.node = node;
        this.begin = sample();
    }

    /** Share of all processors, 0 to 1. */
    double share() throws IOException {
        Sample end = sample();
        long others = (end.busy - begin.busy) - (end.ours - begin.ours);
        return Math.max(0, (double) others / Math.max(1, end.all - begin.all));
    }

    private Sample sample() throws IOException {
        String[] total = Files.readAllLines(Path.of("/proc/stat")).get(0).split(" +", -1);
        long all = 0;
        for (int i = 1; i <= 8; i++) {
            all += Long.parseLong(total[i]);
        }
        long idle = Long.parseLong(total[4]) + Long.parseLong(total[5]);
        long ours = ticks(node, List.of(13, 14)) + ticks(ProcessHandle.current().pid(), List.of(13, 14, 15, 16));
        return new Sample(all, all - idle, ours);
    }

    private static long ticks(long pid, List<Integer> fields) throws IOException {
        String line = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] afterName = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return fields.stream()
                .mapToLong(field -> Long.parseLong(afterName[field - 2]))
                .sum();
    }
}
