package io.rafiki.node;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import javax.management.MBeanServerConnection;

/** The disk space of a node's data folders, read from the local file system. The node must run on this machine. */
public final class DiskSpace {

    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

    private final MBeans beans;

    /** @param node a node on this machine */
    public DiskSpace(MBeanServerConnection node) {
        this.beans = new MBeans(node);
    }

    /**
     * The space of all disks together.
     *
     * @param free bytes that the node can still write
     * @param total bytes
     */
    public record Room(long free, long total) {}

    /** Reports the space on the disks of a node. */
    @FunctionalInterface
    public interface Source {

        /**
         * Reports the space now.
         *
         * @throws NodeException if the node does not report it
         */
        Room room() throws NodeException;
    }

    /**
     * Reads the disk space. A disk with several folders counts once.
     *
     * @throws NodeException if the node does not report its folders, or one of them is not accessible
     */
    public Room room() throws NodeException {
        Set<FileStore> stores = new HashSet<>();
        long free = 0;
        long total = 0;
        for (String folder : (String[]) beans.get(STORAGE_SERVICE, "AllDataFileLocations")) {
            try {
                FileStore store = Files.getFileStore(Path.of(folder));
                if (stores.add(store)) {
                    free += store.getUsableSpace();
                    total += store.getTotalSpace();
                }
            } catch (IOException e) {
                throw new NodeException(new NodeFailure.DiskUnreadable(folder, e.toString()), e);
            }
        }
        return new Room(free, total);
    }
}
