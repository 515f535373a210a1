package io.rafiki.trainer.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
 *
 * <p>The larger of two estimates counts. The processors' times contain all processes, but the kernel samples them and misses short runs.
 * The times of the processes are exact, but a container contains only its own.
 */
final class BackgroundLoad {

    /** The flag of a kernel thread ({@code PF_KTHREAD}). */
    private static final long KERNEL = 0x0020_0000;

    private final Path proc;
    private final long node;
    private final Sample begin;

    /**
     * Ticks since the start of the system.
     *
     * @param others of the other processes; 0 if they can use processors that this JVM cannot
     */
    private record Sample(long all, long busy, long steal, long ours, long others) {}

    BackgroundLoad(long node) throws IOException {
        this(Path.of("/proc"), node);
    }

    BackgroundLoad(Path proc, long node) throws IOException {
        this.proc = proc;
        this.node = node;
        this.begin = sample();
    }

    /** The share of these processors, 0 to 1. */
    double share() throws IOException {
        Sample end = sample();
        long byProcessor = (end.busy - begin.busy) - (end.ours - begin.ours);
        long byProcess = (end.others - begin.others) + (end.steal - begin.steal);
        return Math.max(0, (double) Math.max(byProcessor, byProcess) / Math.max(1, end.all - begin.all));
    }

    private Sample sample() throws IOException {
        Set<String> processors =
                HostInfo.allowed().stream().map(number -> "cpu" + number).collect(Collectors.toSet());
        List<String[]> lines = Files.readAllLines(proc.resolve("stat")).stream()
                .map(line -> line.split(" +", -1))
                .toList();
        List<String[]> counted =
                lines.stream().filter(line -> processors.contains(line[0])).toList();
        long existing =
                lines.stream().filter(line -> line[0].matches("cpu\\d+")).count();
        long all = 0;
        long busy = 0;
        long steal = 0;
        // a container can renumber its processors
        for (String[] fields : counted.isEmpty() ? lines.subList(0, 1) : counted) {
            for (int i = 1; i <= 8; i++) {
                all += Long.parseLong(fields[i]);
            }
            busy += busy(fields);
            steal += Long.parseLong(fields[8]);
        }
        long own = ProcessHandle.current().pid();
        long ours = sum(stat(Long.toString(node)), 13, 14) + sum(stat(Long.toString(own)), 13, 14, 15, 16);
        long others = counted.isEmpty() || counted.size() == existing ? others(own) : 0;
        return new Sample(all, busy, steal, ours, others);
    }

    /** The ticks of the other processes, and of the ended ones in those of their parents. Kernel threads do not count. */
    private long others(long own) throws IOException {
        List<String> processes;
        try (Stream<Path> files = Files.list(proc)) {
            processes = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("\\d+"))
                    .toList();
        }
        long sum = 0;
        for (String process : processes) {
            long pid = Long.parseLong(process);
            if (pid == node || pid == own) {
                continue;
            }
            try {
                String[] fields = stat(process);
                sum += (sum(fields, 8) & KERNEL) == 0 ? sum(fields, 13, 14, 15, 16) : 0;
            } catch (IOException e) {
                // it has ended
            }
        }
        return sum;
    }

    /** The ticks of processes and steal time in a line of {@code /proc/stat}: user, nice, system, idle, iowait, irq, softirq, steal (proc(5)). */
    static long busy(String[] fields) {
        return Stream.of(1, 2, 3, 8)
                .mapToLong(field -> Long.parseLong(fields[field]))
                .sum();
    }

    /** The fields of {@code /proc/PID/stat} after the name, of which the first is number 2. */
    private String[] stat(String pid) throws IOException {
        String line = Files.readString(proc.resolve(pid).resolve("stat"));
        return line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    }

    private static long sum(String[] afterName, int... fields) {
        return Arrays.stream(fields)
                .mapToLong(field -> Long.parseLong(afterName[field - 2]))
                .sum();
    }
}
