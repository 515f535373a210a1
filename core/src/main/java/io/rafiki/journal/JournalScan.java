package io.rafiki.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The state of a journal file. Records are passed on one by one, because years of records exceed a node's spare memory.
 *
 * @param damagedLines numbers of the lines, from 1, with a wrong checksum
 * @param soundBytes length of the file without a torn tail: an unfinished last line
 * @param torn whether there is a torn tail
 * @param open whether the last record is intact but lacks its newline
 */
public record JournalScan(List<Integer> damagedLines, long soundBytes, boolean torn, boolean open) {

    public JournalScan {
        damagedLines = List.copyOf(damagedLines);
    }

    /**
     * Reads a journal without changing it; a missing file is an empty journal.
     *
     * @param each receives the intact records, oldest first
     * @throws IOException if the file cannot be read, or a newer version wrote it
     */
    public static JournalScan of(Path file, Consumer<JournalRecord> each) throws IOException {
        if (!Files.exists(file)) {
            return new JournalScan(List.of(), 0, false, false);
        }
        return of(Files.readAllBytes(file), each);
    }

    /** Reads the bytes of a journal. */
    static JournalScan of(byte[] bytes, Consumer<JournalRecord> each) throws JournalException {
        List<Integer> damaged = new ArrayList<>();
        int number = 0;
        int start = 0;
        for (int end = 0; end < bytes.length; end++) {
            if (bytes[end] == '\n') {
                number++;
                Optional<JournalRecord> entry = RecordCodec.read(text(bytes, start, end));
                entry.ifPresent(each);
                if (entry.isEmpty()) {
                    damaged.add(number);
                }
                start = end + 1;
            }
        }
        Optional<JournalRecord> last =
                start < bytes.length ? RecordCodec.read(text(bytes, start, bytes.length)) : Optional.empty();
        last.ifPresent(each);
        boolean torn = start < bytes.length && last.isEmpty();
        return new JournalScan(damaged, torn ? start : bytes.length, torn, last.isPresent());
    }

    /** The state of a journal without its records. */
    public static JournalScan of(Path file) throws IOException {
        return of(file, ignored -> {});
    }

    /** The intact records of a journal, oldest first. */
    public static List<JournalRecord> entries(Path file) throws IOException {
        List<JournalRecord> entries = new ArrayList<>();
        of(file, entries::add);
        return entries;
    }

    private static String text(byte[] bytes, int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }
}
