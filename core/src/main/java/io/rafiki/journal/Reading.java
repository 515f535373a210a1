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
 * What state a journal file is in; its entries are handed on one by one, for a journal of years is larger than what a node can spare.
 *
 * @param damagedLines numbers of the lines, from 1, whose checksum does not fit
 * @param soundBytes length of the file without a torn tail: a last line that was never finished
 * @param torn whether there is such a tail
 * @param open whether the last entry is sound but lacks its newline
 */
public record Reading(List<Integer> damagedLines, long soundBytes, boolean torn, boolean open) {

    public Reading {
        damagedLines = List.copyOf(damagedLines);
    }

    /**
     * Reads a journal without changing it; an absent file is an empty journal.
     *
     * @param each gets the undamaged entries, oldest first
     * @throws IOException if the file cannot be read
     */
    public static Reading of(Path file, Consumer<Entry> each) throws IOException {
        if (!Files.exists(file)) {
            return new Reading(List.of(), 0, false, false);
        }
        return of(Files.readAllBytes(file), each);
    }

    /** The same of a journal's bytes. */
    static Reading of(byte[] bytes, Consumer<Entry> each) {
        List<Integer> damaged = new ArrayList<>();
        int number = 0;
        int start = 0;
        for (int end = 0; end < bytes.length; end++) {
            if (bytes[end] == '\n') {
                number++;
                Optional<Entry> entry = Line.read(text(bytes, start, end));
                entry.ifPresent(each);
                if (entry.isEmpty()) {
                    damaged.add(number);
                }
                start = end + 1;
            }
        }
        Optional<Entry> last = start < bytes.length ? Line.read(text(bytes, start, bytes.length)) : Optional.empty();
        last.ifPresent(each);
        boolean torn = start < bytes.length && last.isEmpty();
        return new Reading(damaged, torn ? start : bytes.length, torn, last.isPresent());
    }

    /** The state of a journal alone. */
    public static Reading of(Path file) throws IOException {
        return of(file, ignored -> {});
    }

    /** The undamaged entries of a journal, oldest first. */
    public static List<Entry> entries(Path file) throws IOException {
        List<Entry> entries = new ArrayList<>();
        of(file, entries::add);
        return entries;
    }

    private static String text(byte[] bytes, int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }
}
