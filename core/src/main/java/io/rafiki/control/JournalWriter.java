package io.rafiki.control;

import io.rafiki.control.Problem.JournalDamaged;
import io.rafiki.control.Problem.JournalTorn;
import io.rafiki.control.Problem.JournalUnavailable;
import io.rafiki.journal.Journal;
import io.rafiki.journal.JournalException;
import io.rafiki.journal.RecordType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Opens the journal when it is first needed. While that fails, each write tries again. A full disk or a missing folder therefore stops changes only.
 */
final class JournalWriter implements AutoCloseable {

    private final Path path;
    private final Clock clock;
    private final Supplier<JournalReplay> replays;
    private final RepeatedRecords repeated = new RepeatedRecords();
    private Journal journal;
    private JournalPast unread;
    private volatile Optional<JournalUnavailable> problem = Optional.empty();

    /** @param replays receive the entries of the journal when it is opened */
    JournalWriter(Path path, Clock clock, Supplier<JournalReplay> replays) {
        this.path = path;
        this.replays = replays;
        this.clock = clock;
    }

    /** Opens the file if it is not open. If that fails, a later write tries again. */
    void open() {
        if (journal == null) {
            try {
                opened();
                problem = Optional.empty();
            } catch (IOException e) {
                problem = unavailable(e);
            }
        }
    }

    /** The past of a journal that was opened since the last call. */
    Optional<JournalPast> unreadPast() {
        Optional<JournalPast> past = Optional.ofNullable(unread);
        unread = null;
        return past;
    }

    /** Damage of both files that was found on opening. */
    List<Problem> damage() {
        List<Problem> damage = new ArrayList<>();
        if (journal != null) {
            journal.found().forEach((file, scan) -> {
                if (scan.torn()) {
                    damage.add(new JournalTorn(file.toString()));
                }
                if (!scan.damagedLines().isEmpty()) {
                    damage.add(new JournalDamaged(file.toString(), scan.damagedLines()));
                }
            });
        }
        return damage;
    }

    /**
     * Writes one entry and waits until it is on disk.
     *
     * @throws IOException if that is not certain; then the announced step must not be taken
     */
    void write(RecordType kind, String decision, Map<String, Object> content) throws IOException {
        try {
            repeated.add(opened().append(clock.instant(), kind, decision, content));
            problem = Optional.empty();
        } catch (IOException e) {
            problem = unavailable(e);
            throw e;
        }
    }

    /** Why the last write failed; empty if it did not. */
    Optional<JournalUnavailable> problem() {
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
            JournalReplay replay = replays.get();
            repeated.clear();
            journal = Journal.open(
                    path,
                    entry -> {
                        replay.add(entry);
                        repeated.add(entry);
                    },
                    repeated::records);
            unread = replay.past();
        }
        return journal;
    }

    private Optional<JournalUnavailable> unavailable(IOException e) {
        return Optional.of(new JournalUnavailable(path.toString(), JournalException.failure(e)));
    }
}
