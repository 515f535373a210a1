package io.rafiki.trainer.datastore;

import io.rafiki.trainer.datastore.ControlGroups.Resource;
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
 * The control group of a node, which limits what it uses of the machine. What the kernel refuses is not limited, and {@link #limits} says
 * why.
 *
 * <p>The page cache is charged to the group that first reads a page. A file that is cached already costs a new group nothing, and
 * the limit on memory would be no limit: {@link PageCache#drop} before the node starts.
 */
final class NodeGroup implements AutoCloseable {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ControlGroups groups;
    private final ProcessLedger ledger;
    private final String name;
    private final Set<Path> folders = new LinkedHashSet<>();
    private final Limits limits;

    private NodeGroup(NodeSpec spec, ProcessLedger ledger, ControlGroups groups) {
        this.groups = groups;
        this.ledger = ledger;
        // process ids are used again, and what is in a group of this name is killed by the next run
        this.name = "rafiki-" + ProcessHandle.current().pid() + "-" + System.nanoTime() + "-" + COUNT.incrementAndGet();
        this.limits = new Limits(
                limit(
                        Resource.MEMORY,
                        spec.memoryMiB(),
                        (group, mebibytes) -> groups.limitMemory(group, mebibytes * 1024L * 1024)),
                limit(
                        Resource.DISK,
                        spec.reads(),
                        (group, perSecond) -> groups.limitReads(group, Disk.of(spec.folder()), perSecond)));
    }

    /**
     * Makes a group, as far as that is permitted.
     *
     * @param spec of the node, whose folder must be there
     * @param ledger remembers it, so that it can be removed after a crash
     */
    static NodeGroup make(NodeSpec spec, ProcessLedger ledger) {
        return make(spec, ledger, ControlGroups.mounted());
    }

    static NodeGroup make(NodeSpec spec, ProcessLedger ledger, ControlGroups groups) {
        return new NodeGroup(spec, ledger, groups);
    }

    /** How the kernel is told. */
    @FunctionalInterface
    private interface Limiting {
        void limit(Path group, int amount) throws IOException;
    }

    private Limit limit(Resource resource, Optional<Integer> asked, Limiting limiting) {
        if (asked.isEmpty()) {
            return Limit.NONE;
        }
        Path group = groups.folder(resource, name);
        try {
            groups.make(resource, group);
            if (folders.add(group)) {
                ledger.made(group);
            }
            limiting.limit(group, asked.get());
            return new Limit(asked, "cgroup " + groups.version());
        } catch (DatastoreException noDisk) {
            return Limit.refused(noDisk.getMessage());
        } catch (IOException refused) {
            return Limit.refused("expected to write the control group " + group + ", found " + refused
                    + ". Run as root, or where control groups may be written.");
        }
    }

    /** What was got. */
    Limits limits() {
        return limits;
    }

    /** The same command, run so that its process has joined the group before its program starts. */
    List<String> joined(List<String> command) {
        StringBuilder join = new StringBuilder();
        folders.forEach(group -> join.append("echo $$ > ").append(group).append("/cgroup.procs && "));
        List<String> all = new ArrayList<>(List.of("sh", "-c", join + "exec \"$@\"", "sh"));
        all.addAll(command);
        return all;
    }

    /** Lets go of the group's page cache and removes it; its processes must have ended. May be called again. */
    @Override
    public void close() throws IOException {
        for (Path group : folders) {
            if (Files.exists(group) && !groups.remove(group)) {
                throw new IOException(
                        "control group " + group + ": expected no processes in it, found some. It stays behind.");
            }
        }
    }
}
