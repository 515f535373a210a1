package io.rafiki.node;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import javax.management.MBeanServerConnection;

/** The room on the disks of a node's data, as this machine sees it: the node must run on it. */
public final class Disks {

    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

    private final MBeans beans;

    /** @param node in this machine */
    public Disks(MBeanServerConnection node) {
        this.beans = new MBeans(node);
    }

    /**
     * The room on all of the disks together.
     *
     * @param free bytes that the node may still write
     * @param total bytes
     */
    public record Room(long free, long total) {}

    /**
     * Looks at the disks now; a disk that holds several folders counts once.
     *
     * @throws NodeException if the node does not name its folders, or one of them cannot be looked at
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
            } catch (IOException unreadable) {
                throw new NodeException("the free space of " + folder + " cannot be read: " + unreadable, unreadable);
            }
        }
        return new Room(free, total);
    }
}
