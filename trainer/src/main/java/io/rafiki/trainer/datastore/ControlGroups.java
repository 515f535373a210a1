package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The kernel's control groups: of version 1 where memory's hierarchy of it is mounted (also beside version 2), else of version 2 (kernel
 * documentation, cgroup-v1/memory, cgroup-v1/blkio-controller and cgroup-v2).
 *
 * <p>Version 1 has a hierarchy for each resource, and a group is a folder in each; version 2 has one for all. To make a folder is to make
 * a group; the kernel fills it with the group's files, which are written but never created.
 */
class ControlGroups {

    /** What is limited: the name of its hierarchy in version 1, and of its controller in version 2. */
    enum Resource {
        MEMORY("memory", "memory"),
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
    private static final int ATTEMPTS = 50;

    private final Path root;
    private final boolean first;

    ControlGroups(Path root) {
        this.root = root;
        this.first = Files.isDirectory(root.resolve(Resource.MEMORY.hierarchy));
    }

    /** Those of this machine. */
    static ControlGroups mounted() {
        return new ControlGroups(MOUNTED);
    }

    /** {@code v1} or {@code v2}. */
    String version() {
        return first ? "v1" : "v2";
    }

    /** Where a group of that name lies, once it is made. */
    Path folder(Resource resource, String name) {
        return (first ? root.resolve(resource.hierarchy) : root).resolve(name);
    }

    /** Makes the group, unless it is there. Under version 2 the controller must be switched on for the groups below the root. */
    void make(Resource resource, Path group) throws IOException {
        if (!first && !Files.readString(root.resolve(SUBTREE)).contains(resource.controller)) {
            write(root.resolve(SUBTREE), "+" + resource.controller);
        }
        if (!Files.isDirectory(group)) {
            create(group);
        }
    }

    /** Limits all that the group's processes hold, page cache included; nothing of it may go to swap. */
    void limitMemory(Path group, long bytes) throws IOException {
        write(group.resolve(first ? "memory.limit_in_bytes" : "memory.max"), Long.toString(bytes));
        // where the kernel does not account for swap there is no such file; version 1 limits memory and swap together
        Path swap = group.resolve(first ? "memory.memsw.limit_in_bytes" : "memory.swap.max");
        if (Files.exists(swap)) {
            write(swap, first ? Long.toString(bytes) : "0");
        }
    }

    /** Limits how often a second the group's processes read from the disk; what they read from the page cache does not count. */
    void limitReads(Path group, Disk disk, int perSecond) throws IOException {
        write(
                group.resolve(first ? "blkio.throttle.read_iops_device" : "io.max"),
                disk.number() + (first ? " " : " riops=") + perSecond);
    }

    /** Kills the processes of the group, if there is such a group. */
    void kill(Path group) throws IOException {
        for (long pid : processes(group)) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** The kernel's numbers of the processes in the group; none if there is no such group. */
    List<Long> processes(Path group) throws IOException {
        Path file = group.resolve("cgroup.procs");
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(Long::valueOf).toList()
                : List.of();
    }

    /** Lets go of the group's page cache and removes it; the kernel may take a moment to let go of processes that have ended. */
    boolean remove(Path group) {
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

    /** The kernel's part in making a folder. */
    void create(Path group) throws IOException {
        Files.createDirectory(group);
    }

    /** The kernel's part in removing one: it refuses while a process is in it, and the files go with it. */
    void delete(Path group) throws IOException {
        Files.delete(group);
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.WRITE);
    }
}
