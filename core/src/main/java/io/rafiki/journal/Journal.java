package io.rafiki.journal;

import io.rafiki.journal.JournalFailure.JournalInUseElsewhere;
import io.rafiki.journal.JournalFailure.JournalInUseHere;
import io.rafiki.journal.JournalFailure.JournalLost;
import io.rafiki.journal.JournalFailure.JournalNotRegular;
import io.rafiki.journal.JournalFailure.JournalTooLarge;
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
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A journal open for appending. When {@link #append} returns, the record is on disk ({@code fsync}), so the announced action can follow.
 *
 * <p>One process at a time can open a journal. A torn tail is removed when it is opened. A damaged line stays, and readers skip it. At
 * {@value #ROLL_BYTES} bytes the file moves to {@code <name>.1} and replaces an older one; its content still belongs to the history. The
 * new file begins with the records that must outlast a further move, and so does one that starts after a loss. Not thread-safe.
 */
public final class Journal implements AutoCloseable {

    /** A year of a steady load, or some weeks of a load that oscillates all day. */
    private static final long ROLL_BYTES = 16L << 20;

    /** Upper limit of a journal file, with room for one long record. */
    private static final long MOST_BYTES = 4 * ROLL_BYTES;

    /**
     * Files open in this process. File locks belong to the process, and closing a second channel to the same file would release the lock
     * (POSIX), so a second channel must not be opened.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** The journal names operators and tables. */
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path file;
    private final long rollBytes;
    private final Path held;
    private final Supplier<List<JournalRecord>> kept;
    private boolean closed;
    private Map<Path, JournalScan> found = Map.of();
    private FileChannel channel;
    private Optional<Object> key;
    private long soundBytes;
    private long sequence;

    /** A new file after a loss does not have the records yet that it repeats. */
    private boolean repeats;

    private Journal(Path file, long rollBytes, Path held, Supplier<List<JournalRecord>> kept) {
        this.kept = kept;
        this.file = file;
        this.rollBytes = rollBytes;
        this.held = held;
    }

    /**
     * Opens the journal; creates it and its folder if missing. Only the owner can read and write a new file.
     *
     * @param past receives the records of this file and its predecessor, oldest first
     * @param kept the records that a new file repeats after a move, oldest first
     * @throws IOException if it cannot be read and written, another process has locked it, or a newer version wrote it
     */
    public static Journal open(Path file, Consumer<JournalRecord> past, Supplier<List<JournalRecord>> kept)
            throws IOException {
        return open(file, past, kept, ROLL_BYTES);
    }

    static Journal open(Path file, Consumer<JournalRecord> past, Supplier<List<JournalRecord>> kept, long rollBytes)
            throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        // some JDKs 17 refuse a symbolic link to a folder (JDK-8294193)
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
        Path name = folder.toRealPath().resolve(file.getFileName());
        if (!HELD.add(name)) {
            throw new JournalException(new JournalInUseHere(file.toString()));
        }
        try {
            Journal journal = new Journal(file, rollBytes, name, kept);
            journal.scan(past);
            return journal;
        } catch (IOException | RuntimeException | Error failure) {
            HELD.remove(name);
            throw failure;
        }
    }

    /** Locks the file, reads its records, and positions at the end of the intact part. */
    private void scan(Consumer<JournalRecord> past) throws IOException {
        requireJournal(file);
        requireJournal(rolled(file));
        channel = lock(file);
        try {
            if (channel.size() == 0) {
                // new, even if its first synchronisation failed
                syncFolder();
            }
            Consumer<JournalRecord> each = entry -> {
                sequence = Math.max(sequence, entry.sequence());
                past.accept(entry);
            };
            Map<Path, JournalScan> scans = new LinkedHashMap<>();
            scans.put(rolled(file), JournalScan.of(rolled(file), each));
            // through the channel: closing another handle of the file releases the lock (POSIX)
            JournalScan present = JournalScan.of(whole(channel), each);
            scans.put(file, present);
            found = Collections.unmodifiableMap(scans);
            channel.truncate(present.soundBytes());
            channel.position(present.soundBytes());
            if (present.open()) {
                channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
            }
            soundBytes = channel.position();
            key = key();
        } catch (IOException | RuntimeException | Error failure) {
            channel.close();
            throw failure;
        }
    }

    /** The whole file is read, so it must be neither an endless device nor another program's large log. */
    private static void requireJournal(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new JournalException(new JournalNotRegular(file.toString()));
        }
        if (Files.exists(file) && Files.size(file) > MOST_BYTES) {
            throw new JournalException(new JournalTooLarge(file.toString(), Files.size(file) >> 20, MOST_BYTES >> 20));
        }
    }

    /** The states of the predecessor and of this file when it was opened, by path. */
    public Map<Path, JournalScan> found() {
        return found;
    }

    /**
     * Appends one record and syncs it to disk.
     *
     * @param decision id of its decision, such as {@code d42}; empty if none
     * @param content further members of the JSON object: strings, numbers, booleans, lists, maps
     * @return the record as written
     * @throws IOException if the record may not be on disk; the announced action must not follow. If another process moved, deleted or
     *     truncated the file, a new journal starts with the next record
     */
    public JournalRecord append(Instant at, RecordType kind, String decision, Map<String, Object> content)
            throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        boolean lost = isLost();
        repeats |= lost;
        if (lost || !channel.isOpen()) {
            channel.close();
            scan(before -> {});
        }
        if (repeats) {
            channel.truncate(soundBytes);
            channel.position(soundBytes);
            syncFolder();
            sequence = repeat(channel);
            soundBytes = channel.position();
            repeats = false;
        }
        if (lost) {
            throw new JournalException(new JournalLost(file.toString()));
        }
        if (soundBytes >= rollBytes) {
            roll();
        }
        JournalRecord entry = new JournalRecord(sequence + 1, at, kind, decision, content);
        channel.truncate(soundBytes);
        channel.position(soundBytes);
        write(channel, entry);
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
        return !key.equals(key()) || Files.size(file) < soundBytes;
    }

    /** The identity of the file with this name; empty if there is none. */
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
        long last;
        try {
            fresh.truncate(0);
            last = repeat(fresh);
            Files.move(file, rolled(file), StandardCopyOption.REPLACE_EXISTING);
            Files.move(next, file);
            syncFolder();
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
        soundBytes = fresh.position();
        sequence = last;
    }

    /** Writes the records that a new file repeats, and returns the number of the last one. */
    private long repeat(FileChannel to) throws IOException {
        long last = sequence;
        for (JournalRecord record : kept.get()) {
            last++;
            write(to, new JournalRecord(last, record.at(), record.kind(), record.decision(), record.content()));
        }
        to.force(true);
        return last;
    }

    private static void write(FileChannel to, JournalRecord entry) throws IOException {
        ByteBuffer line = ByteBuffer.wrap(RecordCodec.write(entry));
        while (line.hasRemaining()) {
            to.write(line);
        }
    }

    /** Writes the folder's entries to disk. Otherwise a new or moved file can be gone after a loss of power. */
    private void syncFolder() throws IOException {
        try (FileChannel folder = FileChannel.open(held.getParent(), StandardOpenOption.READ)) {
            folder.force(true);
        }
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
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE), OWNER_ONLY);
        try {
            if (channel.tryLock() == null) {
                throw new JournalException(new JournalInUseElsewhere(file.toString()));
            }
            return channel;
        } catch (OverlappingFileLockException elsewhere) {
            // under another name; closing this channel would release that lock
            throw new JournalException(new JournalInUseHere(file.toString()), elsewhere);
        } catch (IOException failure) {
            channel.close();
            throw failure;
        }
    }
}
