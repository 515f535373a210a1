package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The disk on which a folder lies, as the kernel knows it.
 *
 * @param number {@code major:minor}
 * @param device such as {@code /dev/sda}
 */
record Disk(String number, String device) {

    private static final Path DEVICES = Path.of("/sys/dev/block");

    /**
     * Finds it: the whole disk, since the kernel counts what is read from a disk and not from its partitions.
     *
     * @throws DatastoreException with one line, if the folder lies on none (a network, or the layers of a container)
     */
    static Disk of(Path folder) throws IOException {
        return of((Long) Files.getAttribute(folder, "unix:dev"), DEVICES, folder);
    }

    static Disk of(long device, Path devices, Path folder) throws IOException {
        String number = major(device) + ":" + minor(device);
        Path known = devices.resolve(number);
        if (!Files.exists(known)) {
            throw new DatastoreException("expected " + folder + " on a disk of this machine, found it on device "
                    + number + ", which is none. Use a folder on a disk.");
        }
        Path disk = known.toRealPath();
        if (Files.exists(disk.resolve("partition"))) {
            disk = disk.getParent();
        }
        return new Disk(
                Files.readString(disk.resolve("dev")).strip(),
                "/dev/" + disk.getFileName().toString().replace('!', '/'));
    }

    /** As the C library packs it (gnu_dev_major, sysmacros.h). */
    private static long major(long device) {
        return ((device >> 8) & 0xfff) | ((device >> 32) & 0xfffff000L);
    }

    private static long minor(long device) {
        return (device & 0xff) | ((device >> 12) & 0xffffff00L);
    }
}
