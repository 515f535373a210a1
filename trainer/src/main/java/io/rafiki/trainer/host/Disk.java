package io.rafiki.trainer.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The disk of a folder, as the kernel identifies it. */
public record Disk(String number, String device) {

    private static final Path DEVICES = Path.of("/sys/dev/block");

    /**
     * Finds the disk. The result is the whole disk, because the kernel counts reads per disk and not per partition.
     *
     * @throws DatastoreException with one line, if the folder is on no disk (a network share or a container layer)
     */
    public static Disk of(Path folder) throws IOException {
        return of((Long) Files.getAttribute(folder, "unix:dev"), DEVICES, folder);
    }

    /** The read-ahead of the disk of a folder in KiB; empty if it is unknown. */
    public static Optional<Integer> readAheadKiB(Path folder) throws IOException {
        try {
            Path file = of(folder).readAhead();
            return Files.exists(file)
                    ? Optional.of(Integer.valueOf(Files.readString(file).strip()))
                    : Optional.empty();
        } catch (DatastoreException noDisk) {
            return Optional.empty();
        }
    }

    /** The kernel's file with the read-ahead in KiB. */
    Path readAhead() {
        return DEVICES.resolve(number).resolve("queue/read_ahead_kb");
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

    /** The major number as the C library encodes it (gnu_dev_major, sysmacros.h). */
    private static long major(long device) {
        return ((device >> 8) & 0xfff) | ((device >> 32) & 0xfffff000L);
    }

    private static long minor(long device) {
        return (device & 0xff) | ((device >> 12) & 0xffffff00L);
    }
}
