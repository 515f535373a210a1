package io.rafiki.node;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.MBeanServerConnection;

/** The disks of a node's data directories, read from the local file system. The node must run on this machine. */
public final class DiskSpace {

    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

    /** Data file, table directory, keyspace. */
    private static final int KEY_NAMES = 3;

    /** Readings of a directory while compactions end. */
    private static final int ATTEMPTS = 3;

    private final MBeans beans;
    private final Volumes volumes;

    /** @param node a node on this machine */
    public DiskSpace(MBeanServerConnection node) {
        this(node, DiskSpace::volume);
    }

    /** @param volumes reports the file system of a data directory */
    public DiskSpace(MBeanServerConnection node, Volumes volumes) {
        this.beans = new MBeans(node);
        this.volumes = volumes;
    }

    /** Reports the disks of a node. */
    @FunctionalInterface
    public interface Source {

        /**
         * Reports the disks now.
         *
         * @param tables whose live data files are listed
         * @throws NodeException if the node does not report its directories, or one of them is not accessible
         */
        List<DataDisk> disks(List<TableName> tables) throws NodeException;
    }

    /**
     * A file system.
     *
     * @param store equal for directories on the same file system
     * @param free bytes that this process can still write
     * @param total bytes
     */
    public record Volume(Object store, long free, long total) {}

    /** Reports the file system of a directory. */
    @FunctionalInterface
    public interface Volumes {

        Volume of(Path directory) throws IOException;
    }

    /**
     * Reads the disks.
     *
     * @throws NodeException as {@link Source#disks} states
     */
    public List<DataDisk> disks(List<TableName> tables) throws NodeException {
        Map<String, Set<String>> byKeyspace = new LinkedHashMap<>();
        tables.forEach(table -> byKeyspace
                .computeIfAbsent(table.keyspace(), unseen -> new HashSet<>())
                .add(table.table()));
        Map<Object, Content> disks = new LinkedHashMap<>();
        for (String directory : (String[]) beans.get(STORAGE_SERVICE, "AllDataFileLocations")) {
            try {
                Volume volume = volumes.of(Path.of(directory));
                Content content = disks.computeIfAbsent(volume.store(), unseen -> new Content(directory, volume));
                for (Map.Entry<String, Set<String>> keyspace : byKeyspace.entrySet()) {
                    content.add(Path.of(directory, keyspace.getKey()), keyspace.getValue());
                }
            } catch (IOException e) {
                throw new NodeException(new NodeFailure.DiskUnreadable(directory, e.toString()), e);
            }
        }
        List<DataDisk> found = new ArrayList<>();
        disks.values().forEach(content -> found.add(content.disk()));
        return found;
    }

    /** The name of a data file that is equal for all paths to it: keyspace, table directory and file. */
    static String key(Path file) {
        int names = file.getNameCount();
        return file.subpath(Math.max(0, names - KEY_NAMES), names).toString();
    }

    private static Volume volume(Path directory) throws IOException {
        FileStore store = Files.getFileStore(directory);
        return new Volume(store, store.getUsableSpace(), store.getTotalSpace());
    }

    /** The live data files on one disk. */
    private static final class Content {

        private final String directory;
        private final Volume volume;
        private final Map<String, Long> sstables = new HashMap<>();
        private final Map<String, Long> unfinished = new HashMap<>();
        private long pinned;

        Content(String directory, Volume volume) {
            this.directory = directory;
            this.volume = volume;
        }

        /** Adds tables of a keyspace. A dropped table leaves a directory that has snapshots but no data file. */
        void add(Path keyspace, Set<String> tables) throws IOException {
            if (!Files.isDirectory(keyspace)) {
                return;
            }
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(keyspace)) {
                for (Path folder : folders) {
                    String name = folder.getFileName().toString();
                    if (tables.contains(name.substring(0, Math.max(0, name.indexOf('-'))))) {
                        addAll(folder);
                    }
                }
            } catch (DirectoryIteratorException unreadable) {
                throw unreadable.getCause();
            }
        }

        /** Lists a table's directory, once more if a compaction ends meanwhile: its inputs are deleted before its output counts. */
        private void addAll(Path folder) throws IOException {
            Listing listing = Listing.of(folder);
            for (int again = 1; again < ATTEMPTS && !listing.isComplete; again++) {
                listing = Listing.of(folder);
            }
            sstables.putAll(listing.live);
            unfinished.putAll(listing.unfinished);
            pinned += listing.pinned;
        }

        DataDisk disk() {
            return new DataDisk(directory, volume.free(), volume.total(), sstables, unfinished, pinned);
        }
    }

    /** The data files in a table's directory. */
    private static final class Listing {

        private final Map<String, Long> live = new HashMap<>();
        private final Map<String, Long> unfinished = new HashMap<>();
        private long pinned;
        private boolean isComplete = true;

        static Listing of(Path folder) throws IOException {
            List<Path> files = list(folder, "*-Data.db");
            // read after the list: a log is deleted when its files are final
            TransactionLogs logs = TransactionLogs.read(list(folder, "*_txn_*.log"));
            files.removeIf(file -> logs.replaced().contains(file.getFileName().toString()));
            Listing listing = new Listing();
            for (Path file : files) {
                listing.add(file, logs.written().contains(file.getFileName().toString()));
            }
            return listing;
        }

        private static List<Path> list(Path folder, String names) throws IOException {
            List<Path> found = new ArrayList<>();
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, names)) {
                files.forEach(found::add);
            }
            return found;
        }

        private void add(Path file, boolean isWritten) throws IOException {
            try {
                Map<String, Object> facts = Files.readAttributes(file, "unix:size,nlink");
                long bytes = ((Number) facts.get("size")).longValue();
                (isWritten ? unfinished : live).put(key(file), bytes);
                pinned += !isWritten && ((Number) facts.get("nlink")).intValue() > 1 ? bytes : 0;
            } catch (NoSuchFileException compactedMeanwhile) {
                isComplete = false;
            }
        }
    }
}
