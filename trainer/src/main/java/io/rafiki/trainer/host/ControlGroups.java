package io.rafiki.trainer.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The control groups of the Linux kernel: version 1 if its memory hierarchy is mounted (even next to version 2), otherwise version 2
 * (kernel documentation, cgroup-v1/memory, cgroup-v1/blkio-controller and cgroup-v2).
 *
 * <p>Version 1 has one hierarchy per resource, and a group is a folder in each of them. Version 2 has a single hierarchy. Creating a
 * folder creates the group. The kernel creates the group's files; they are written but never created here.
 */
public class ControlGroups {

    /** A limited resource: its hierarchy in version 1 and its controller in version 2. */
    public enum Resource {
        MEMORY("memory", "memory"),
        CPU("cpu", "cpu"),
        DISK("blkio", "io");

        private final String hierarchy;
        private final String controller;

        Resource(String hierarchy, String controller) {
            this.hierarchy = hierarchy;
            this.controller = controller;
        }
    }

    private static final Path MOUNTED = Path.of("/sys/fs/cgroup");
    private static final String SUBTREE = "cgroup.subtree_control";

    /**
     * Period of a CPU limit in microseconds. The kernel's default of 100 ms stops a limited process for most of that time at once, so that
     * latencies would show the stops. The kernel's least quota is 1 ms.
     */
    public static final long CPU_PERIOD = 10_000;

    private static final int ATTEMPTS = 50;

    private final Path root;
    private final Path processes;
    private final boolean first;

    ControlGroups(Path root) {
        this(root, Path.of("/proc"));
    }

    /** @param processes the kernel's folder with a folder for each process */
    ControlGroups(Path root, Path processes) {
        this.root = root;
        this.processes = processes;
        this.first = Files.isDirectory(root.resolve(Resource.MEMORY.hierarchy));
    }

    /** The control groups of this machine. */
    public static ControlGroups mounted() {
        return new ControlGroups(MOUNTED);
    }

    /** {@code v1} or {@code v2}. */
    public String version() {
        return first ? "v1" : "v2";
    }

    public Path folder(Resource resource, String name) {
        return (first ? root.resolve(resource.hierarchy) : root).resolve(name);
    }

    /** Creates the group if it is missing. Version 2 requires that the controller is enabled for the children of the root group. */
    public void make(Resource resource, Path group) throws IOException {
        if (!first && !enabled().contains(resource.controller)) {
            write(root.resolve(SUBTREE), "+" + resource.controller);
        }
        if (!Files.isDirectory(group)) {
            create(group);
        }
    }

    private List<String> enabled() throws IOException {
        return List.of(Files.readString(root.resolve(SUBTREE)).strip().split("\\s+"));
    }

    /** Limits the memory of the group's processes, including page cache. Swap is not permitted. */
    public void limitMemory(Path group, long bytes) throws IOException {
        write(group.resolve(first ? "memory.limit_in_bytes" : "memory.max"), Long.toString(bytes));
        // this file is missing if the kernel does not account for swap; version 1 limits memory and swap together
        Path swap = group.resolve(first ? "memory.memsw.limit_in_bytes" : "memory.swap.max");
        if (Files.exists(swap)) {
            write(swap, first ? Long.toString(bytes) : "0");
        }
    }

    /** Limits the disk reads per second of the group's processes. Reads from the page cache do not count. */
    public void limitReads(Path group, Disk disk, int perSecond) throws IOException {
        write(
                group.resolve(first ? "blkio.throttle.read_iops_device" : "io.max"),
                disk.number() + (first ? " " : " riops=") + perSecond);
    }

    /** CPU time per period, in microseconds, for a limit in percent of one processor. */
    public static long cpuQuota(int percent) {
        return CPU_PERIOD * percent / 100;
    }

    /** Limits the CPU time of the group's processes, in percent of one processor. */
    public void limitCpu(Path group, int percent) throws IOException {
        long quota = cpuQuota(percent);
        if (first) {
            write(group.resolve("cpu.cfs_period_us"), Long.toString(CPU_PERIOD));
            write(group.resolve("cpu.cfs_quota_us"), Long.toString(quota));
        } else {
            write(group.resolve("cpu.max"), quota + " " + CPU_PERIOD);
        }
    }

    /** Moves a process into the group. In version 2 it leaves its former group. */
    public void join(Path group, long pid) throws IOException {
        write(group.resolve("cgroup.procs"), Long.toString(pid));
    }

    /** Kills all processes of the group, if the group exists. */
    public void kill(Path group) throws IOException {
        for (long pid : processes(group)) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** The process ids of the group; empty if the group does not exist. */
    public List<Long> processes(Path group) throws IOException {
        Path file = group.resolve("cgroup.procs");
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(Long::valueOf).toList()
                : List.of();
    }

    /** The page cache that is charged to the memory group of a process, in bytes; empty if it has no group of its own. */
    public OptionalLong pageCache(long pid) {
        Optional<Path> group = memoryGroup(pid);
        if (group.isEmpty()) {
            return OptionalLong.empty();
        }
        String key = first ? "cache " : "file ";
        try {
            return Files.readAllLines(group.get().resolve("memory.stat")).stream()
                    .filter(line -> line.startsWith(key))
                    .mapToLong(line -> Long.parseLong(line.substring(key.length())))
                    .findFirst();
        } catch (IOException ended) {
            return OptionalLong.empty();
        }
    }

    /** The group to which the memory of a process is charged; empty if it is the root group or that of this process. */
    public Optional<Path> memoryGroup(long pid) {
        Optional<Path> group = memoryGroup(Long.toString(pid));
        return group.equals(memoryGroup("self")) ? Optional.empty() : group;
    }

    private Optional<Path> memoryGroup(String process) {
        String hierarchy = first ? ":memory:" : "::";
        try {
            return Files.readAllLines(processes.resolve(process).resolve("cgroup")).stream()
                    .filter(line -> line.contains(hierarchy))
                    .map(line -> line.substring(line.indexOf(hierarchy) + hierarchy.length() + 1))
                    .findFirst()
                    .filter(group -> !group.isEmpty())
                    .map(group -> folder(Resource.MEMORY, group));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    /** Releases the group's page cache and removes the group. The kernel needs a moment to release ended processes. */
    public boolean remove(Path group) {
        if (!Files.isDirectory(group)) {
            return false;
        }
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                if (Files.exists(group.resolve("memory.force_empty"))) {
                    write(group.resolve("memory.force_empty"), "0");
                }
                delete(group);
                return true;
            } catch (IOException busy) {
                LockSupport.parkNanos(100_000_000);
            }
        }
        return false;
    }

    /** Creates the folder. The kernel creates the group. */
    void create(Path group) throws IOException {
        Files.createDirectory(group);
    }

    /** Removes the folder. The kernel refuses while the group contains processes, and deletes the group's files. */
    void delete(Path group) throws IOException {
        Files.delete(group);
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.WRITE);
    }
}
