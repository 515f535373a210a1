package io.rafiki.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rafiki.machine.MachineNeeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data directories with real files, on one and on two file systems. */
class DiskSpaceTest {

    private static final TableName ROWS = new TableName("shop", "rows");
    private static final TableName OTHERS = new TableName("shop", "rowsets");

    @TempDir
    Path folder;

    private Path memory;

    @AfterEach
    void removeMemory() throws IOException {
        if (memory != null) {
            try (Stream<Path> files = Files.walk(memory)) {
                files.sorted((a, b) -> b.compareTo(a))
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    @Test
    void listsTheLiveFilesOfTheTables() throws Exception {
        write(folder, "shop/rows-1b25/nb-1-big-Data.db", 10);
        write(folder, "shop/rows-1b25/nb-1-big-Index.db", 99);
        write(folder, "shop/rows-1b25/snapshots/old/nb-0-big-Data.db", 99);
        write(folder, "shop/rowsets-2c36/nb-1-big-Data.db", 20);
        write(folder, "shop/others-3d47/nb-1-big-Data.db", 99);
        write(folder, "warehouse/rows-4e58/nb-1-big-Data.db", 99);
        List<DataDisk> disks = disks(ROWS, OTHERS);
        assertThat(disks).hasSize(1);
        assertThat(disks.get(0).sstables())
                .isEqualTo(Map.of("shop/rows-1b25/nb-1-big-Data.db", 10L, "shop/rowsets-2c36/nb-1-big-Data.db", 20L));
        assertThat(disks.get(0).free()).isBetween(1L, disks.get(0).total());
    }

    /** The logs have the form of Cassandra 5.0.9: one compaction has ended and its inputs are not yet deleted, another one runs. */
    @Test
    void filesThatCassandraWritesOrHasReplacedAreNotLive() throws Exception {
        for (int i = 1; i <= 6; i++) {
            write(folder, "shop/rows-1b25/nb-" + i + "-big-Data.db", i);
        }
        String prefix = folder.resolve("shop/rows-1b25/nb-") + "";
        Files.writeString(
                folder.resolve("shop/rows-1b25/nb_txn_compaction_29507440-eafd-11f1-a15b-d1af9a711831.log"),
                "REMOVE:[" + prefix + "1-big-,1700000000000,8][1]\nREMOVE:[" + prefix + "2-big-,1700000000000,8][2]\n"
                        + "ADD:[" + prefix + "3-big-,0,8][3]\nCOMMIT:[,0,0][2613697770]\n");
        Files.writeString(
                folder.resolve("shop/rows-1b25/nb_txn_compaction_2f8c37e0-eafd-11f1-a15b-d1af9a711831.log"),
                "ADD:[" + prefix + "5-big-,0,8][263242609]\nREMOVE:[" + prefix + "4-big-,1700000000000,8][5]\nADD:[");
        assertThat(disks(ROWS).get(0).sstables().keySet())
                .containsExactlyInAnyOrder(
                        "shop/rows-1b25/nb-3-big-Data.db",
                        "shop/rows-1b25/nb-4-big-Data.db",
                        "shop/rows-1b25/nb-6-big-Data.db");
        assertThat(disks(ROWS).get(0).unfinished()).containsOnlyKeys("shop/rows-1b25/nb-5-big-Data.db");
    }

    @Test
    void countsTheFilesThatASnapshotOrABackupLinksTo() throws Exception {
        Path first = write(folder, "shop/rows-1b25/nb-1-big-Data.db", 10);
        Path second = write(folder, "shop/rows-1b25/nb-2-big-Data.db", 20);
        write(folder, "shop/rows-1b25/nb-3-big-Data.db", 40);
        assertThat(disks(ROWS).get(0).pinned()).isZero();
        link(first, "snapshots/monday");
        link(second, "backups");
        assertThat(disks(ROWS).get(0).pinned()).isEqualTo(30);
        assertThat(disks(ROWS).get(0).live()).isEqualTo(70);
    }

    @Test
    void directoriesOnOneFileSystemAreOneDisk() throws Exception {
        Path one = Files.createDirectory(folder.resolve("one"));
        Path two = Files.createDirectory(folder.resolve("two"));
        write(one, "shop/rows-1b25/nb-1-big-Data.db", 10);
        write(two, "shop/rows-1b25/nb-2-big-Data.db", 20);
        List<DataDisk> disks = new DiskSpace(node(one, two)).disks(List.of(ROWS));
        assertThat(disks).hasSize(1);
        assertThat(disks.get(0).live()).isEqualTo(30);
    }

    @Test
    void directoriesOnTwoFileSystemsAreTwoDisks() throws Exception {
        memory = Files.createTempDirectory(MachineNeeds.secondFileSystem(folder), "disk");
        write(folder, "shop/rows-1b25/nb-1-big-Data.db", 10);
        write(memory, "shop/rows-1b25/nb-2-big-Data.db", 20);
        List<DataDisk> disks = new DiskSpace(node(folder, memory)).disks(List.of(ROWS));
        assertThat(disks).extracting(DataDisk::directory).containsExactly(folder.toString(), memory.toString());
        assertThat(disks).extracting(DataDisk::live).containsExactly(10L, 20L);
        assertThat(disks)
                .extracting(DataDisk::total)
                .containsExactly(
                        Files.getFileStore(folder).getTotalSpace(),
                        Files.getFileStore(memory).getTotalSpace());
    }

    @Test
    void aDirectoryThatCannotBeReadIsAFailure() throws Exception {
        DiskSpace missing = new DiskSpace(node(folder.resolve("missing")));
        assertThatThrownBy(() -> missing.disks(List.of(ROWS)))
                .isInstanceOfSatisfying(NodeException.class, failure -> assertThat(failure.failure())
                        .isInstanceOf(NodeFailure.DiskUnreadable.class));
    }

    private List<DataDisk> disks(TableName... tables) throws Exception {
        return new DiskSpace(node(folder)).disks(List.of(tables));
    }

    private static Path write(Path data, String name, int bytes) throws IOException {
        Path file = data.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, new byte[bytes]);
    }

    private static void link(Path file, String folder) throws IOException {
        Path target = Files.createDirectories(file.resolveSibling(folder));
        Files.createLink(target.resolve(file.getFileName()), file);
    }

    public interface StorageServiceMBean {
        String[] getAllDataFileLocations();
    }

    record StorageService(List<String> directories) implements StorageServiceMBean {
        @Override
        public String[] getAllDataFileLocations() {
            return directories.toArray(String[]::new);
        }
    }

    private static MBeanServer node(Path... directories) throws Exception {
        MBeanServer server = MBeanServerFactory.newMBeanServer();
        server.registerMBean(
                new StorageService(Stream.of(directories).map(Path::toString).toList()),
                new ObjectName("org.apache.cassandra.db:type=StorageService"));
        return server;
    }
}
