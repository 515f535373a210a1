package io.rafiki.control.record;

import io.rafiki.control.reason.Problem;
import io.rafiki.control.reason.Problem.JournalDamaged;
import io.rafiki.control.reason.Problem.JournalTorn;
import io.rafiki.control.reason.Problem.JournalUnavailable;
import io.rafiki.journal.Journal;
import io.rafiki.journal.JournalException;
import io.rafiki.journal.JournalRecord;
import io.rafiki.journal.RecordType;
import io.rafiki.reason.ReasonText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The journal of the control loop. Each command and one tick of each window open it before their effects, until that succeeds. A full disk or
 * a missing folder therefore stops changes only. A write does not open it, because the loop takes over its past before the first record.
 */
public final class JournalWriter implements AutoCloseable {

    /** Verbs of the commands that outlast a restart. */
    private static final Set<String> LASTING = Set.of("pause", "stop", "resume");

    /** Records of what has already happened. */
    private static final Set<RecordType> FACTS =
            Set.of(RecordType.OUTCOME, RecordType.VERDICT, RecordType.EXTERNAL_CHANGE);

    private static final int MOST_WAITING = 1_000;

    private final Path path;
    private final Clock clock;
    private final Duration window;
    private final Supplier<JournalReplay> replays;
    private final RepeatedRecords repeated = new RepeatedRecords();

    /** Lasting commands and facts that could not be written. A start needs them, so they are written later. */
    private final Deque<JournalRecord> waiting = new ArrayDeque<>();

    /** A command is recorded by its own thread while an effect hangs. */
    private final ReentrantLock writing = new ReentrantLock();

    private Journal journal;
    private JournalPast unread;
    private Optional<Instant> failedAt = Optional.empty();
    private volatile Optional<JournalUnavailable> problem = Optional.empty();

    /**
     * @param window length of a window
     * @param replays receive the entries of the journal when it is opened
     */
    public JournalWriter(Path path, Clock clock, Duration window, Supplier<JournalReplay> replays) {
        this.path = path;
        this.clock = clock;
        this.window = window;
        this.replays = replays;
    }

    /** As {@link #open()}, but at most once per window while the file cannot be opened: an attempt can read megabytes. */
    public void openOncePerWindow() {
        if (journal != null || failedAt.stream().noneMatch(this::isWithinAWindow)) {
            open();
        }
    }

    private boolean isWithinAWindow(Instant attempt) {
        Instant now = clock.instant();
        return !now.isBefore(attempt) && now.isBefore(attempt.plus(window));
    }

    /** Opens the file if it is not open, and writes the records that wait for it. If that fails, the next call tries again. */
    public void open() {
        writing.lock();
        try {
            if (journal != null && waiting.isEmpty()) {
                return;
            }
            if (journal == null) {
                read();
            }
            writeWaiting();
            failedAt = Optional.empty();
            problem = Optional.empty();
        } catch (IOException e) {
            failedAt = Optional.of(clock.instant());
            problem = unavailable(e);
        } finally {
            writing.unlock();
        }
    }

    /** The past of a journal that was opened since the last call. */
    public Optional<JournalPast> unreadPast() {
        Optional<JournalPast> past = Optional.ofNullable(unread);
        unread = null;
        return past;
    }

    /** Damage of both files that was found on opening. */
    public List<Problem> damage() {
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
     * Writes one entry and waits until it is on disk. If that fails, a pause, stop, resume, outcome, verdict or external change is written
     * later.
     *
     * @throws IOException if that is not certain, or the file is not open; then the announced step must not be taken
     */
    public void write(RecordType kind, String decision, Map<String, Object> content) throws IOException {
        writing.lock();
        try {
            write(new JournalRecord(0, clock.instant(), kind, decision, content));
        } finally {
            writing.unlock();
        }
    }

    /**
     * Writes one entry unless another thread uses the journal now. If that fails, the status shows the problem.
     *
     * @return whether no other thread used the journal
     */
    public boolean writeIfIdle(RecordType kind, String decision, Map<String, Object> content) {
        if (!writing.tryLock()) {
            return false;
        }
        try {
            write(new JournalRecord(0, clock.instant(), kind, decision, content));
        } catch (IOException e) {
            // the status shows the journal's problem
        } finally {
            writing.unlock();
        }
        return true;
    }

    private void write(JournalRecord entry) throws IOException {
        if (journal == null) {
            keep(entry);
            throw new IOException(
                    problem.map(JournalUnavailable::failure).map(ReasonText::of).orElse(path + " is not open"));
        }
        try {
            writeWaiting();
            append(entry);
            problem = Optional.empty();
        } catch (IOException e) {
            keep(entry);
            problem = unavailable(e);
            throw e;
        }
    }

    private void writeWaiting() throws IOException {
        while (!waiting.isEmpty()) {
            append(waiting.peek());
            waiting.remove();
        }
    }

    private void append(JournalRecord entry) throws IOException {
        repeated.add(journal.append(entry.at(), entry.kind(), entry.decision(), entry.content()));
    }

    /** Keeps a fact, or a lasting command in place of those that it ends. */
    private void keep(JournalRecord entry) {
        if (isLasting(entry)) {
            boolean endsAll = verb(entry).equals("resume");
            waiting.removeIf(
                    former -> isLasting(former) && (endsAll || verb(former).equals(verb(entry))));
            waiting.add(entry);
        } else if (FACTS.contains(entry.kind()) && waiting.size() < MOST_WAITING) {
            waiting.add(entry);
        }
    }

    private static boolean isLasting(JournalRecord entry) {
        return entry.kind() == RecordType.VERB && LASTING.contains(verb(entry));
    }

    private static String verb(JournalRecord entry) {
        return String.valueOf(entry.content().get("verb"));
    }

    /** Why the last write failed; empty if it did not. */
    public Optional<JournalUnavailable> problem() {
        return problem;
    }

    @Override
    public void close() throws IOException {
        if (journal != null) {
            journal.close();
        }
    }

    private void read() throws IOException {
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

    private Optional<JournalUnavailable> unavailable(IOException e) {
        return Optional.of(new JournalUnavailable(path.toString(), JournalException.failure(e)));
    }
}
