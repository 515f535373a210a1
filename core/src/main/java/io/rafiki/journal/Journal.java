package io.rafiki.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A journal open for appending: an entry is on disk ({@code fsync}) when {@link #append} returns, so that what follows it may be
 * done.
 *
 * <p>One process holds a journal at a time. A torn tail is cut off on opening; a line that is damaged is left in place and
 * skipped by every reader. At {@value #ROLL_BYTES} bytes the file moves to {@code <name>.1}, replacing an older one; what that holds is
 * still the journal's past. Not thread-safe.
 */
public final class Journal implements AutoCloseable {

    /** A year of a steady load, or some weeks of a load that flaps all day. */
    private static final long ROLL_BYTES = 16L << 20;

    /** One record is longer than others, but not by that much. */
    private static final long MOST_BYTES = 4 * ROLL_BYTES;

    /**
     * Files that are open in this process. A lock is the process's, and a second channel to the file that is closed would give it up
     * (POSIX), so it must not even be tried.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final long rollBytes;
    private final Path held;
    private boolean closed;
    private Reading found;
    private FileChannel channel;
    private Optional<Object> key;
    private long soundBytes;
    private long sequence;

    private Journal(Path file, long rollBytes, Path held) {
        this.file = file;
        this.rollBytes = rollBytes;
        this.held = held;
    }

    /**
     * Opens the journal, or makes an empty one and its folder.
     *
     * @param past gets the entries that the file and the one before it hold, oldest first
     * @throws IOException if it cannot be read and written, or another process has it
     */
    public static Journal open(Path file, Consumer<Entry> past) throws IOException {
        return open(file, past, ROLL_BYTES);
    }

    static Journal open(Path file, Consumer<Entry> past, long rollBytes) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path name = folder.toRealPath().resolve(file.getFileName());
        if (!HELD.add(name)) {
            throw new IOException(file + ": expected a journal of our own, found it in use in this process");
        }
        try {
            Journal journal = new Journal(file, rollBytes, name);
            journal.take(past);
            return journal;
        } catch (IOException | RuntimeException | Error failure) {
            HELD.remove(name);
            throw failure;
        }
    }

    /** Locks the file, reads what there is, and goes to the end of what is sound. */
    private void take(Consumer<Entry> past) throws IOException {
        requireJournal(file);
        requireJournal(rolled(file));
        channel = lock(file);
        try {
            Consumer<Entry> each = entry -> {
                sequence = Math.max(sequence, entry.sequence());
                past.accept(entry);
            };
            Reading.of(rolled(file), each);
            // by the channel: whoever opens and closes the file anew loses the lock (POSIX)
            found = Reading.of(whole(channel), each);
            channel.truncate(found.soundBytes());
            channel.position(found.soundBytes());
            if (found.open()) {
                channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
            }
            soundBytes = channel.position();
            key = key();
        } catch (IOException | RuntimeException | Error failure) {
            channel.close();
            throw failure;
        }
    }

    /** It is read as a whole: neither a device without an end nor another program's log of gigabytes may be. */
    private static void requireJournal(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException(file + ": expected a file for the journal, found something else");
        }
        if (Files.exists(file) && Files.size(file) > MOST_BYTES) {
            throw new IOException(file + ": expected a journal of at most " + (MOST_BYTES >> 20)
                    + " MiB, found another file of " + (Files.size(file) >> 20) + " MiB");
        }
    }

    /** The file's state when it was opened. */
    public Reading found() {
        return found;
    }

    /**
     * Appends one entry and forces it to disk.
     *
     * @param decision the decision it belongs to, such as {@code d42}; empty if none
     * @param content further members of the JSON object: strings, numbers, booleans, lists, maps
     * @return the entry as written
     * @throws IOException if it is not certain to be on disk; then nothing that it announces may be done. Where somebody else has moved,
     *     deleted or cut the file, a new one is begun for the entries that follow
     */
    public Entry append(Instant at, Kind kind, String decision, Map<String, Object> content) throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        boolean lost = isLost();
        if (lost || !channel.isOpen()) {
            channel.close();
            take(before -> {});
        }
        if (lost) {
            throw new IOException(
                    file + ": expected the journal that was opened, found it moved, deleted or cut by somebody else."
                            + " A new one is begun; a restart of the node will not know what the lost one held");
        }
        Entry entry = new Entry(sequence + 1, at, kind, decision, content);
        ByteBuffer line = ByteBuffer.wrap(Line.write(entry));
        if (soundBytes >= rollBytes) {
            roll();
        }
        channel.truncate(soundBytes);
        channel.position(soundBytes);
        while (line.hasRemaining()) {
            channel.write(line);
        }
        channel.force(true);
        soundBytes = channel.position();
        sequence++;
        return entry;
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            HELD.remove(held);
            channel.close();
        }
    }

    private boolean isLost() throws IOException {
        return !key.equals(key()) || (channel.isOpen() && channel.size() < soundBytes);
    }

    /** What tells the file of this name from another one; empty if there is none. */
    private Optional<Object> key() throws IOException {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    private void roll() throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        FileChannel fresh = lock(next);
        try {
            fresh.truncate(0);
            Files.move(file, rolled(file), StandardCopyOption.REPLACE_EXISTING);
            Files.move(next, file);
        } catch (IOException failure) {
            fresh.close();
            if (!Files.exists(file)) {
                Files.move(rolled(file), file);
            }
            throw failure;
        }
        channel.close();
        channel = fresh;
        key = key();
        soundBytes = 0;
    }

    private static Path rolled(Path file) {
        return file.resolveSibling(file.getFileName() + ".1");
    }

    private static byte[] whole(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new IOException(
                        "expected " + bytes.capacity() + " bytes, found the end after " + bytes.position());
            }
        }
        return bytes.array();
    }

    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw new IOException(file + ": expected a journal of our own, found it in use by another process");
            }
            return channel;
        } catch (OverlappingFileLockException elsewhere) {
            // by another name, and to close this channel would give that lock up
            throw new IOException(file + ": expected a journal of our own, found it in use in this process", elsewhere);
        } catch (IOException failure) {
            channel.close();
            throw failure;
        }
    }
}
