package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A memory control group: all that its processes hold, page cache included, stays below a limit.
 *
 * <p>The page cache is charged to the group that first reads a page. A file that is cached already costs a new group nothing, and
 * the limit would be no limit: {@link PageCache#drop} before the node starts.
 */
public final class MemoryGroup implements AutoCloseable {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ControlGroups groups;
    private final Path folder;
    private final int limitMiB;

    private MemoryGroup(ControlGroups groups, Path folder, int limitMiB) {
        this.groups = groups;
        this.folder = folder;
        this.limitMiB = limitMiB;
    }

    /**
     * Makes a group.
     *
     * @param limitMiB limit in MiB
     * @param ledger remembers it, so that it can be removed after a crash
     * @throws DatastoreException with one line that says why, where that is not permitted
     */
    public static MemoryGroup make(int limitMiB, ProcessLedger ledger) throws IOException {
        return make(limitMiB, ledger, ControlGroups.mounted());
    }

    static MemoryGroup make(int limitMiB, ProcessLedger ledger, ControlGroups groups) throws IOException {
        Path folder = groups.folder("rafiki-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet());
        try {
            groups.make(folder);
            ledger.made(folder);
            groups.limit(folder, limitMiB * 1024L * 1024);
        } catch (IOException refused) {
            groups.remove(folder);
            throw new DatastoreException(
                    "memory limit: expected to make the control group " + folder + ", found " + refused
                            + ". Run as root, or where control groups may be written.",
                    refused);
        }
        return new MemoryGroup(groups, folder, limitMiB);
    }

    public int limitMiB() {
        return limitMiB;
    }

    /** For the record: {@code cgroup v1} or {@code cgroup v2}. */
    public String kind() {
        return "cgroup " + groups.version();
    }

    /** The same command, run so that its process has joined the group before its program starts. */
    List<String> joined(List<String> command) {
        List<String> all =
                new ArrayList<>(List.of("sh", "-c", "echo $$ > " + folder + "/cgroup.procs && exec \"$@\"", "sh"));
        all.addAll(command);
        return all;
    }

    /** Lets go of the group's page cache and removes it; its processes must have ended. */
    @Override
    public void close() throws IOException {
        if (Files.exists(folder) && !groups.remove(folder)) {
            throw new IOException(
                    "memory group " + folder + ": expected no processes in it, found some. It stays behind.");
        }
    }
}
