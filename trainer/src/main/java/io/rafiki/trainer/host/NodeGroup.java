package io.rafiki.trainer.host;

import io.rafiki.trainer.host.ControlGroups.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The control group of a node, which limits its resources, and the read-ahead of its disk. If the kernel refuses a limit, the node runs without it and {@link #limits}
 * states the reason.
 *
 * <p>The kernel charges a cached page to the group that reads it first. A file that is already cached costs a new group nothing, so the
 * memory limit would have no effect. Therefore call {@link PageCache#drop} before the node starts.
 */
public final class NodeGroup implements AutoCloseable {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ControlGroups groups;
    private final ProcessLedger ledger;
    private final String name;
    private final Set<Path> folders = new LinkedHashSet<>();
    private final NodeLimits limits;
    private Optional<ReadAhead> readAhead = Optional.empty();

    private NodeGroup(Path folder, RequestedLimits asked, ProcessLedger ledger, ControlGroups groups) {
        this.groups = groups;
        this.ledger = ledger;
        // process ids repeat, and the next run kills the processes in a group of this name
        this.name = "rafiki-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + "-" + COUNT.incrementAndGet();
        this.limits = new NodeLimits(
                limit(
                        Resource.MEMORY,
                        asked.memoryMiB(),
                        (group, mebibytes) -> groups.limitMemory(group, mebibytes * 1024L * 1024)),
                limit(
                        Resource.DISK,
                        asked.reads(),
                        (group, perSecond) -> groups.limitReads(group, Disk.of(folder), perSecond)),
                limit(Resource.CPU, asked.cpuPercent(), groups::limitCpu),
                readAhead(folder, asked.readAheadKiB()));
    }

    /**
     * Creates a group, as far as permissions allow.
     *
     * @param folder the node's folder, which must exist
     * @param ledger records the group, so that it can be removed after a crash
     */
    public static NodeGroup make(Path folder, RequestedLimits asked, ProcessLedger ledger) {
        return make(folder, asked, ledger, ControlGroups.mounted());
    }

    static NodeGroup make(Path folder, RequestedLimits asked, ProcessLedger ledger, ControlGroups groups) {
        return new NodeGroup(folder, asked, ledger, groups);
    }

    /** A write to the kernel's files. */
    @FunctionalInterface
    private interface Limiting {
        void limit(Path group, int amount) throws IOException;
    }

    private AppliedLimit limit(Resource resource, Optional<Integer> asked, Limiting limiting) {
        if (asked.isEmpty()) {
            return AppliedLimit.NONE;
        }
        Path group = groups.folder(resource, name);
        try {
            groups.make(resource, group);
            if (folders.add(group)) {
                ledger.made(group);
            }
            limiting.limit(group, asked.get());
            return new AppliedLimit(asked, "cgroup " + groups.version());
        } catch (DatastoreException noDisk) {
            return AppliedLimit.refused(noDisk.getMessage());
        } catch (IOException refused) {
            return AppliedLimit.refused("expected to write the control group " + group + ", found " + refused
                    + ". Run as root, or where control groups may be written.");
        }
    }

    private AppliedLimit readAhead(Path folder, Optional<Integer> asked) {
        if (asked.isEmpty()) {
            return AppliedLimit.NONE;
        }
        try {
            readAhead = ReadAhead.set(Disk.of(folder).readAhead(), asked.get(), ledger);
            return new AppliedLimit(asked, "disk");
        } catch (DatastoreException noDisk) {
            return AppliedLimit.refused(noDisk.getMessage());
        } catch (IOException refused) {
            return AppliedLimit.refused("expected to set the disk's read-ahead, found " + refused + ". Run as root.");
        }
    }

    /** The limits that were applied. */
    public NodeLimits limits() {
        return limits;
    }

    /** The same command, wrapped so that its process joins the group before the program starts. */
    public List<String> joined(List<String> command) {
        StringBuilder join = new StringBuilder();
        folders.forEach(group -> join.append("echo $$ > ").append(group).append("/cgroup.procs && "));
        List<String> all = new ArrayList<>(List.of("sh", "-c", join + "exec \"$@\"", "sh"));
        all.addAll(command);
        return all;
    }

    /**
     * Releases the group's page cache, removes the group and restores the disk's read-ahead. Its processes must have ended. Idempotent.
     */
    @Override
    public void close() throws IOException {
        if (readAhead.isPresent()) {
            readAhead.get().close();
        }
        for (Path group : folders) {
            if (Files.exists(group) && !groups.remove(group)) {
                throw new IOException(
                        "control group " + group + ": expected no processes in it, found some. It stays behind.");
            }
        }
    }
}
