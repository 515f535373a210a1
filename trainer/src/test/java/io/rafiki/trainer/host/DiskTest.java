package io.rafiki.trainer.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against folders as the kernel lays them out below /sys (sysfs-block): a partition lies in its disk's folder. */
class DiskTest {

    private static final long PARTITION = 0x10301; // 259:1 as (major << 8 | minor)

    @TempDir
    private Path folder;

    private Path known;

    @BeforeEach
    void devices() throws IOException {
        known = Files.createDirectory(folder.resolve("block"));
        Path disk = Files.createDirectory(folder.resolve("nvme0n1"));
        Files.writeString(disk.resolve("dev"), "259:0\n");
        Path partition = Files.createDirectory(disk.resolve("nvme0n1p1"));
        Files.writeString(partition.resolve("dev"), "259:1\n");
        Files.writeString(partition.resolve("partition"), "1\n");
        Files.createSymbolicLink(known.resolve("259:0"), disk);
        Files.createSymbolicLink(known.resolve("259:1"), partition);
    }

    @Test
    void isTheWholeDiskOfAPartition() throws Exception {
        assertThat(Disk.of(PARTITION, known, folder)).isEqualTo(new Disk("259:0", "/dev/nvme0n1"));
        assertThat(Disk.of(PARTITION - 1, known, folder)).isEqualTo(new Disk("259:0", "/dev/nvme0n1"));
    }

    @Test
    void aFolderOnNoDiskIsOneLine() {
        assertThatThrownBy(() -> Disk.of(0x0010002d, known, folder))
                .isInstanceOf(DatastoreException.class)
                .hasMessage("expected " + folder + " on a disk of this machine, found it on device 0:301,"
                        + " which is none. Use a folder on a disk.");
    }
}
