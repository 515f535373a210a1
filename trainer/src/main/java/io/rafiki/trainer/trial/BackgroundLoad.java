package io.rafiki.trainer.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The CPU time of other processes (not the node, the client or this JVM) on the permitted processors since construction (Linux {@code
 * /proc}).
 *
 * <p>Steal time counts too. Interrupts do not, because they belong to no process; the trial's own requests cause most of them. The
 * client must be an ended child process of this JVM.
 */
final class BackgroundLoad {

    private final long node;
    private final Sample begin;

    private record Sample(long all, long busy, long ours) {}

    BackgroundLoad(long node) throws IOException {
        this.node = node;
        this.begin = sample();
    }

    /** The share of these processors, 0 to 1. */
    double share() throws IOException {
        Sample end = sample();
        long others = (end.busy - begin.busy) - (end.ours - begin.ours);
        return Math.max(0, (double) others / Math.max(1, end.all - begin.all));
    }

    private Sample sample() throws IOException {
        Set<String> processors =
                HostInfo.allowed().stream().map(number -> "cpu" + number).collect(Collectors.toSet());
        List<String[]> lines = Files.readAllLines(Path.of("/proc/stat")).stream()
                .map(line -> line.split(" +", -1))
                .toList();
        List<String[]> counted =
                lines.stream().filter(line -> processors.contains(line[0])).toList();
        long all = 0;
        long busy = 0;
        // a container can renumber its processors
        for (String[] fields : counted.isEmpty() ? lines.subList(0, 1) : counted) {
            for (int i = 1; i <= 8; i++) {
                all += Long.parseLong(fields[i]);
            }
            busy += busy(fields);
        }
        long ours = ticks(node, List.of(13, 14)) + ticks(ProcessHandle.current().pid(), List.of(13, 14, 15, 16));
        return new Sample(all, busy, ours);
    }

    /** The ticks of processes and steal time in a line of {@code /proc/stat}: user, nice, system, idle, iowait, irq, softirq, steal (proc(5)). */
    static long busy(String[] fields) {
        return Stream.of(1, 2, 3, 8)
                .mapToLong(field -> Long.parseLong(fields[field]))
                .sum();
    }

    private static long ticks(long pid, List<Integer> fields) throws IOException {
        String line = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] afterName = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return fields.stream()
                .mapToLong(field -> Long.parseLong(afterName[field - 2]))
                .sum();
    }
}
