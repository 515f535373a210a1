package io.rafiki.trainer.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The free space on the disk of a folder.
 *
 * @param folder folder of nodes or data sets
 * @param bytes free bytes
 */
public record FreeSpace(Path folder, long bytes) {

    /** The loaded rows, the same in another layout, and the files of a node. */
    private static final long COPIES = 3;

    private static final long SPARE_BYTES = 2L << 30;

    /** The free space of a folder, which is created if it does not exist. */
    public static FreeSpace of(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
        return new FreeSpace(folder, Files.getFileStore(folder).getUsableSpace());
    }

    /**
     * Checks the space for data sets and a node.
     *
     * @param written bytes of a data set that are written while it is loaded
     * @throws IOException if less than three times these bytes and 2 GiB are free
     */
    public void require(long written) throws IOException {
        long needed = COPIES * written + SPARE_BYTES;
        if (bytes < needed) {
            throw new IOException("stopped: expected " + (needed >> 20) + " MiB free on the disk of " + folder
                    + ", found " + (bytes >> 20) + " MiB. Make room.");
        }
    }
}
