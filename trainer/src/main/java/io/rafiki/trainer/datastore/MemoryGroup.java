package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A memory control group: all that its processes hold, page cache included, stays below a limit.
 *
 * <p>The page cache is charged to the group that first reads a page. A file that is cached already costs a new group nothing, and
 * the limit would be no limit: {@link PageCache#drop} before the node starts.
 */
public final class MemoryGroup implements AutoCloseable {

    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final int ATTEMPTS = 50;
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final Path folder;
    private final int limitMiB;
    private final String version;

    private MemoryGroup(Path folder, int limitMiB, String version) {
        this.folder = folder;
        this.limitMiB = limitMiB;
        this.version = version;
    }

    /**
     * Makes a group.
     *
     * @param limitMiB limit in MiB
     * @param ledger remembers it, so that it can be removed after a crash
     * @throws DatastoreException with one line that says why, where that is not permitted
     */
    public static MemoryGroup make(int limitMiB, ProcessLedger ledger) throws IOException {
        boolean first = Files.isDirectory(ROOT.resolve("memory"));
        Path parent = first ? ROOT.resolve("memory") : ROOT;
        Path folder = parent.resolve("rafiki-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet());
        String limit = Long.toString(limitMiB * 1024L * 1024);
        try {
            if (!first
                    && !Files.readString(ROOT.resolve("cgroup.subtree_control")).contains("memory")) {
                Files.writeString(ROOT.resolve("cgroup.subtree_control"), "+memory");
            }
            Files.createDirectory(folder);
            ledger.made(folder);
            if (first) {
                Files.writeString(folder.resolve("memory.limit_in_bytes"), limit);
            } else {
                Files.writeString(folder.resolve("memory.max"), limit);
                Files.writeString(folder.resolve("memory.swap.max"), "0");
            }
        } catch (IOException refused) {
            Files.deleteIfExists(folder);
            throw new DatastoreException(
                    "memory limit: expected to make the control group " + folder + ", found " + refused
                            + ". Run as root, or where control groups may be written.",
                    refused);
        }
        return new MemoryGroup(folder, limitMiB, first ? "v1" : "v2");
    }

    public int limitMiB() {
        return limitMiB;
    }

    /** For the record: {@code cgroup v1} or {@code cgroup v2}. */
    public String kind() {
        return "cgroup " + version;
    }

    /** The same command, run so that its process has joined the group before its program starts. */
    List<String> joined(List<String> command) {
        List<String> all = new java.util.ArrayList<>(
                List.of("sh", "-c", "echo $$ > " + folder + "/cgroup.procs && exec \"$@\"", "sh"));
        all.addAll(command);
        return all;
    }

    /** A line of the group's {@code memory.stat}, in bytes; -1 if there is none of that name. */
    public long stat(String name) throws IOException {
        for (String line : Files.readAllLines(folder.resolve("memory.stat"))) {
            if (line.startsWith(name + " ")) {
                return Long.parseLong(line.substring(name.length() + 1).strip());
            }
        }
        return -1;
    }

    /** Lets go of the group's page cache and removes it; its processes must have ended. */
    @Override
    public void close() throws IOException {
        if (Files.exists(folder) && !remove(folder)) {
            throw new IOException(
                    "memory group " + folder + ": expected no processes in it, found some. It stays behind.");
        }
    }

    /** Removes the group; the kernel may take a moment to let go of processes that have ended. */
    static boolean remove(Path folder) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                if (Files.exists(folder.resolve("memory.force_empty"))) {
                    Files.writeString(folder.resolve("memory.force_empty"), "0");
                }
                Files.delete(folder);
                return true;
            } catch (IOException busy) {
                LockSupport.parkNanos(100_000_000);
            }
        }
        return false;
    }
}
