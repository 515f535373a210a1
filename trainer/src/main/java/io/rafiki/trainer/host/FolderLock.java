package io.rafiki.trainer.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An exclusive lock of a folder by one run. Without it, a second run would treat the first run's processes as remains of a dead run. The
 * kernel releases the lock when the process ends.
 */
public final class FolderLock implements AutoCloseable {

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Locks the folder; creates it if it is missing.
     *
     * @throws IOException with one line, if another run holds the lock
     */
    public static FolderLock acquire(Path folder) throws IOException {
        // some JDKs 17 refuse a symbolic link to a folder (JDK-8294193)
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
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
