package io.rafiki.agent;

import io.rafiki.journal.Entry;
import io.rafiki.journal.Journal;
import io.rafiki.journal.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The journal where it can be had: opened when first needed, tried again at each write while it cannot be opened, so that a full
 * disk or a missing folder stops changes and nothing else.
 */
final class JournalFile implements AutoCloseable {

    private final Path path;
    private final Clock clock;
    private Consumer<Entry> past = ignored -> {};
    private Journal journal;
    private String problem = "";

    JournalFile(Path path, Clock clock) {
        this.path = path;
        this.clock = clock;
    }

    /**
     * Opens the file; if it cannot be opened now, when it can.
     *
     * @param each gets the entries that it holds then, oldest first
     */
    void recall(Consumer<Entry> each) {
        past = each;
        recall();
    }

    /** Opens the file, if it could not be opened before. */
    void recall() {
        if (journal == null) {
            try {
                opened();
                problem = "";
            } catch (IOException unavailable) {
                problem = line(unavailable);
            }
        }
    }

    /** Damage that was found on opening, in one phrase. */
    Optional<String> damage() {
        return Optional.ofNullable(journal)
                .map(Journal::found)
                .filter(found -> found.torn() || !found.damagedLines().isEmpty())
                .map(found -> path + ": " + (found.torn() ? "the last record was torn and is dropped" : "")
                        + (found.torn() && !found.damagedLines().isEmpty() ? "; " : "")
                        + (found.damagedLines().isEmpty() ? "" : "damaged records on lines " + found.damagedLines()));
    }

    /**
     * Writes one entry and waits until it is on disk.
     *
     * @throws IOException if that is not certain; what the entry announces must not be done
     */
    void write(Kind kind, String decision, Map<String, Object> content) throws IOException {
        try {
            opened().append(clock.instant(), kind, decision, content);
            problem = "";
        } catch (IOException failure) {
            problem = line(failure);
            throw failure;
        }
    }

    /** Why the last write failed; empty if it did not. */
    String problem() {
        return problem;
    }

    @Override
    public void close() throws IOException {
        if (journal != null) {
            journal.close();
        }
    }

    private Journal opened() throws IOException {
        if (journal == null) {
            journal = Journal.open(path, past);
        }
        return journal;
    }

    private String line(IOException failure) {
        return "journal " + path + " cannot be written: " + failure;
    }
}
