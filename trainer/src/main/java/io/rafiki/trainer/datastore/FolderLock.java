package io.rafiki.trainer.datastore;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A folder held by one run at a time, for as long as this is open: a second one would take the first one's processes for the remains
 * of a dead run. The kernel lets go of it when its process ends, however it ends.
 */
public final class FolderLock implements AutoCloseable {

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the folder, and makes it where it is not.
     *
     * @throws IOException with one line, if another run holds it
     */
    public static FolderLock take(Path folder) throws IOException {
        Files.createDirectories(folder);
        FileChannel channel =
                FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            channel.close();
            throw new IOException(folder
                    + ": expected no other run at work here, found one. Wait for it, end it, or give another --out.");
        }
        return new FolderLock(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException heldInThisJvm) {
            return false;
        }
    }
}
